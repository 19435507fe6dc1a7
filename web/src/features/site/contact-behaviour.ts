import { contactAddress } from './site-links.ts';

export type ContactField = 'name' | 'email' | 'message';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Checks the contact form in the browser. Nothing is ever sent. */
export function startContactForm(): () => void {
  const form = document.querySelector<HTMLFormElement>('form[data-contact-form]');
  if (!form) return () => {};
  const onSubmit = (event: Event) => {
    event.preventDefault();
    answer(form);
  };
  const onLeave = ({ target }: Event) => {
    if (isControl(target) && target.value !== '') check(target);
  };
  const onInput = ({ target }: Event) => {
    show(form, false);
    if (isControl(target) && target.ariaInvalid === 'true') check(target);
  };
  form.addEventListener('submit', onSubmit);
  form.addEventListener('focusout', onLeave);
  form.addEventListener('input', onInput);
  return () => {
    form.removeEventListener('submit', onSubmit);
    form.removeEventListener('focusout', onLeave);
    form.removeEventListener('input', onInput);
  };
}

function answer(form: HTMLFormElement): void {
  const controls = [...form.elements].filter(isControl);
  const wrong = controls.filter((control) => !check(control));
  show(form, wrong.length === 0);
  wrong[0]?.focus();
  if (wrong.length > 0) return;
  // The input is not lost: the link next to the button puts it into an e-mail.
  const [name = '', , message = ''] = controls.map(({ value }) => value.trim());
  const subject = encodeURIComponent(`An account for our company (${name})`);
  const link = form.querySelector<HTMLAnchorElement>('a[data-contact-mail]');
  if (link) {
    link.href = `mailto:${contactAddress}?subject=${subject}&body=${encodeURIComponent(message)}`;
  }
}

function show(form: HTMLFormElement, isShown: boolean): void {
  const line = form.querySelector<HTMLElement>('[data-contact-answer]');
  if (line) line.hidden = !isShown;
}

function isControl(target: EventTarget | null): target is Control {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Shows the field's error; returns whether there is none. */
function check(control: Control): boolean {
  const problem = contactProblem(control.name as ContactField, control.value);
  const place = document.getElementById(`${control.id}-error`);
  if (place) place.textContent = problem ?? '';
  if (problem) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
  return problem === null;
}

/** The email format of the whole product; the contract's check would load its library. */
const emailShape = /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/;

/** The error of a field; null without one. */
function contactProblem(field: ContactField, typed: string): string | null {
  const text = typed.trim();
  if (field === 'name') return text ? null : 'Name is required';
  if (field === 'message') return text ? null : 'Message is required';
  if (!text) return 'Email is required';
  return emailShape.test(text) ? null : 'Please enter a valid email address';
}
