import { lastSessionEnd } from '../session/session-end.ts';
import { getSession, subscribe } from '../session/session-store.ts';
import { notify } from '../ui/toast.tsx';

/*
 * What a person typed into a form survives the end of the session: after the next sign-in of the same
 * person the fields are filled in again. It works on the fields of the document rather than in each
 * form, so that no form can forget it, and this code loads with the first key press in a form. It is
 * kept in memory only, for this tab: nothing is written to the browser's storage.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface TypedField {
  readonly form: string;
  readonly label: string;
  readonly value: string | boolean;
}

interface Kept {
  readonly userId: string;
  readonly path: string;
  readonly untilMs: number;
  fields: readonly TypedField[];
}

const keptForMs = 30 * 60_000;
const controls = 'form :is(input, textarea, select)';
/** Secrets are typed again, and files cannot be chosen by a script. */
const never = '[type=password], [type=file], [autocomplete=one-time-code], [data-secret]';

/** Of the fields that are typed into, which main.tsx notes; returns a function that ends it. */
export function keepTypedText(typed: WeakSet<EventTarget>): () => void {
  let person = getSession()?.user.id ?? null;
  let kept: Kept | null = null;
  const observer = new MutationObserver(() => {
    if (kept && !giveBack(kept)) forget();
  });
  const forget = () => {
    kept = null;
    observer.disconnect();
  };
  const unsubscribe = subscribe(() => {
    const now = getSession()?.user.id ?? null;
    if (now === person) return;
    if (now === null) {
      // A deliberate sign-out keeps nothing.
      kept = person && lastSessionEnd()?.keepPage !== false ? keep(person, typed) : null;
    } else if (kept && kept.userId === now && kept.untilMs > Date.now()) {
      observer.observe(document.body, { childList: true, subtree: true });
    } else {
      forget();
    }
    person = now;
  });
  return () => {
    forget();
    unsubscribe();
  };
}

/** Null if nothing was typed. Runs before React removes the page. */
function keep(userId: string, typed: WeakSet<EventTarget>): Kept | null {
  const fields = controlsOnPage()
    .filter((control) => typed.has(control) || isPicker(control))
    .map((control) => ({ ...nameOf(control), value: valueOf(control) }))
    .filter(({ value }) => value !== '');
  if (fields.length === 0) return null;
  return { userId, path: window.location.pathname, untilMs: Date.now() + keptForMs, fields };
}

/** Fills in what is on the page; false once there is nothing left to do. */
function giveBack(kept: Kept): boolean {
  if (kept.untilMs < Date.now()) return false;
  if (window.location.pathname !== kept.path) return true;
  const present = controlsOnPage();
  const before = kept.fields;
  // Others come later: with a list of options, or a dialog that is opened again.
  kept.fields = before.filter((field) => {
    const control = present.find((one) => {
      const { form, label } = nameOf(one);
      return form === field.form && label === field.label;
    });
    return !control || !fill(control, field.value);
  });
  if (kept.fields.length < before.length) {
    notify.blank('What you had typed is back', { id: 'typed-text' });
  }
  return kept.fields.length > 0;
}

function controlsOnPage(): Control[] {
  return [...document.querySelectorAll<Control>(controls)].filter(
    (control) => !control.matches(never),
  );
}

/** By the words that people see: generated ids differ from one visit to the next. */
function nameOf(control: Control): Pick<TypedField, 'form' | 'label'> {
  const label = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? '';
  return { form: control.form?.getAttribute('aria-label') ?? '', label: label.trim() };
}

function isSwitch(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);
}

/** A box that shows the label of a choice from a list. */
function isPicker(control: Control): boolean {
  return control.getAttribute('role') === 'combobox';
}

function valueOf(control: Control): string | boolean {
  return isSwitch(control) ? control.checked : control.value;
}

/** As if the person had done it, so that every form notices. False if that is not possible yet. */
function fill(control: Control, value: string | boolean): boolean {
  if (valueOf(control) === value && !isPicker(control)) return true;
  if (control.disabled || ('readOnly' in control && control.readOnly)) return false;
  if (isSwitch(control)) {
    control.click();
    return true;
  }
  const text = String(value);
  if (control instanceof HTMLSelectElement) {
    if (![...control.options].some((option) => option.value === text)) return false;
    set(control, text, 'change');
    return true;
  }
  if (!isPicker(control)) {
    set(control, text, 'input');
    return true;
  }
  return pick(control, text);
}

/** Types into the box, and presses the option of that name once the list has it. */
function pick(control: Control, text: string): boolean {
  const list = document.getElementById(control.getAttribute('aria-controls') ?? '');
  if (!list) {
    if (control.value === text) return true;
    set(control, text, 'input');
    return false;
  }
  const option = [...list.querySelectorAll<HTMLElement>('[role=option]')].find(
    (one) => (one.querySelector('span span') ?? one).textContent === text,
  );
  option?.click();
  return option !== undefined;
}

/** React overrides the property of the element, so the one of its class is used. */
function set(control: Control, text: string, event: 'input' | 'change'): void {
  const type: object = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(type, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
