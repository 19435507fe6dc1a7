import { contactAddress } from './site-links.ts';
import { siteOffers } from './site-offers.ts';

export type ContactField = 'name' | 'email' | 'message';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Checks the contact form in the browser, and sends it where somebody is there to answer. Elsewhere
 * nothing is sent.
 */
export function startContactForm(): () => void {
  const form = document.querySelector<HTMLFormElement>('form[data-contact-form]');
  if (!form) return () => {};
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void answer(form);
  };
  const onLeave = ({ target }: Event) => {
    if (isControl(target) && target.value !== '') check(target);
  };
  const onInput = ({ target }: Event) => {
    show(form, null);
    if (isControl(target) && target.ariaInvalid === 'true') check(target);
  };
  void siteOffers().then(({ takesEnquiries }) => {
    const note = form.querySelector<HTMLElement>('[data-contact-note]');
    if (note) note.hidden = takesEnquiries;
  });
  form.addEventListener('submit', onSubmit);
  form.addEventListener('focusout', onLeave);
  form.addEventListener('input', onInput);
  return () => {
    form.removeEventListener('submit', onSubmit);
    form.removeEventListener('focusout', onLeave);
    form.removeEventListener('input', onInput);
  };
}

async function answer(form: HTMLFormElement): Promise<void> {
  const controls = [...form.elements].filter(isControl);
  const wrong = controls.filter((control) => !check(control));
  show(form, null);
  wrong[0]?.focus();
  if (wrong.length > 0) return;
  // The input is not lost: the link next to the button puts it into an e-mail.
  offerMail(form);
  const { takesEnquiries } = await siteOffers();
  show(form, takesEnquiries ? await send(form) : 'demo');
}

type Outcome = 'demo' | 'sent' | 'failed';

/** Once at a time, however often it is pressed. */
async function send(form: HTMLFormElement): Promise<Outcome | null> {
  if (form.ariaBusy === 'true') return null;
  form.ariaBusy = 'true';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  const response = await fetch('/api/Enquiries', { method: 'POST', headers, body }).catch(
    () => null,
  );
  form.ariaBusy = 'false';
  if (!response?.ok) return 'failed';
  form.reset();
  return 'sent';
}

function offerMail(form: HTMLFormElement): void {
  const controls = [...form.elements].filter(isControl);
  const [name = '', , message = ''] = controls.map(({ value }) => value.trim());
  const subject = encodeURIComponent(`An account for our company (${name})`);
  const link = form.querySelector<HTMLAnchorElement>('a[data-contact-mail]');
  if (link) {
    link.href = `mailto:${contactAddress}?subject=${subject}&body=${encodeURIComponent(message)}`;
  }
}

function show(form: HTMLFormElement, outcome: Outcome | null): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-contact-answer]')) {
    line.hidden = line.dataset['contactAnswer'] !== outcome;
  }
}

/** The fields that people see. */
function isControl(target: EventTarget | null): target is Control {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.id !== '';
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

/** As the contract says; a browser that cuts the text off would lose it without a word. */
const longestMessage = 2000;

/** The error of a field; null without one. */
function contactProblem(field: ContactField, typed: string): string | null {
  const text = typed.trim();
  if (field === 'name') return text ? null : 'Name is required';
  if (field === 'message') {
    if (!text) return 'Message is required';
    return text.length > longestMessage ? `Must be at most ${longestMessage} characters` : null;
  }
  if (!text) return 'Email is required';
  return emailShape.test(text) ? null : 'Please enter a valid email address';
}
