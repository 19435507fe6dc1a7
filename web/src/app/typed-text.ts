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

/** Which field it is, by the words that people see: generated ids differ from one visit to the next. */
interface Place {
  /** Of the form, the groups and the field. */
  readonly name: string;
  /** Among the fields of that name, such as the rows of a list. */
  readonly index: number;
  readonly count: number;
}

interface TypedField extends Place {
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
const groups = 'form, fieldset, [role=group], [role=radiogroup]';
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
      // A field that another one enables is filled in once it is.
      const changes = { childList: true, attributeFilter: ['disabled'], subtree: true };
      observer.observe(document.body, changes);
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
    // A picker notes no typing when an option is pressed, and one that is empty chose nothing.
    .filter(({ control }) => (isPicker(control) ? control.value !== '' : typed.has(control)))
    .map(({ control, ...place }) => ({ ...place, value: valueOf(control) }));
  if (fields.length === 0) return null;
  return { userId, path: window.location.pathname, untilMs: Date.now() + keptForMs, fields };
}

/** Fills in what is on the page; false once there is nothing left to do. */
function giveBack(kept: Kept): boolean {
  if (kept.untilMs < Date.now()) return false;
  if (window.location.pathname !== kept.path) return true;
  const present = controlsOnPage();
  let isChanged = false;
  // Others come later: with a list of options, or a dialog that is opened again.
  kept.fields = kept.fields.filter((field) => {
    // With more or fewer fields of the name, nobody knows which of them it was.
    const found = present.find(
      ({ name, index, count }) =>
        name === field.name && index === field.index && count === field.count,
    );
    if (!found) return true;
    const outcome = fill(found.control, field.value);
    isChanged ||= outcome === 'filled';
    return outcome === 'not yet';
  });
  if (isChanged) notify.blank('What you had typed is back', { id: 'typed-text' });
  return kept.fields.length > 0;
}

function controlsOnPage(): (Place & { readonly control: Control })[] {
  const found = [...document.querySelectorAll<Control>(controls)]
    .filter((control) => !control.matches(never))
    .map((control) => ({ control, name: nameOf(control) }));
  return found.map((one) => {
    const same = found.filter(({ name }) => name === one.name);
    return { ...one, index: same.indexOf(one), count: same.length };
  });
}

/** The rows of a list may have the same labels, and are told apart by the names of their groups. */
function nameOf(control: Control): string {
  const names = [control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent];
  let group = control.closest(groups);
  while (group) {
    const title = document.getElementById(group.getAttribute('aria-labelledby') ?? '');
    names.unshift(
      group.getAttribute('aria-label') ??
        (title ?? group.querySelector(':scope > legend'))?.textContent,
    );
    group = group.parentElement?.closest(groups) ?? null;
  }
  return names.map((name) => name?.trim() ?? '').join('\n');
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

/** Whether the field had it already, has it now, or cannot have it yet. */
type Outcome = 'same' | 'filled' | 'not yet';

/** As if the person had done it, so that every form notices. */
function fill(control: Control, value: string | boolean): Outcome {
  if (isPicker(control)) return pick(control, String(value));
  if (valueOf(control) === value) return 'same';
  if (isFixed(control)) return 'not yet';
  const text = String(value);
  if (isSwitch(control)) {
    control.click();
  } else if (control instanceof HTMLSelectElement) {
    if (![...control.options].some((option) => option.value === text)) return 'not yet';
    set(control, text, 'change');
  } else {
    set(control, text, 'input');
  }
  return 'filled';
}

/** Types into the box, and presses the option of that name once the list has it. */
function pick(control: Control, text: string): Outcome {
  if (isFixed(control)) return 'not yet';
  const list = document.getElementById(control.getAttribute('aria-controls') ?? '');
  if (!list) {
    if (control.value === text) return 'same';
    set(control, text, 'input');
    return 'not yet';
  }
  const option = [...list.querySelectorAll<HTMLElement>('[role=option]')].find(
    (one) => (one.querySelector('span span') ?? one).textContent === text,
  );
  option?.click();
  return option ? 'filled' : 'not yet';
}

function isFixed(control: Control): boolean {
  return control.matches(':disabled') || ('readOnly' in control && control.readOnly);
}

/** React overrides the property of the element, so the one of its class is used. */
function set(control: Control, text: string, event: 'input' | 'change'): void {
  const type: object = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(type, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
