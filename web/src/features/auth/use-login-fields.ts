import { loginBody, type LoginInput } from '@sente/contract/auth';
import { useRef, useState, type FocusEvent } from 'react';

type FieldName = keyof LoginInput;
type Errors = Partial<Record<FieldName, string>>;

const names = ['email', 'password'] as const satisfies readonly FieldName[];

/**
 * Two fields do not need the form library, which is an eighth of all the code that this page fetches.
 * A field tells what is wrong with it from the first time it is left: an error must go with the key
 * that mends it, because the button is off as long as one shows.
 *
 * The inputs keep their own values, and what counts is what stands in them: some password managers
 * fill them without an event, and an input led by React would lose that with the next render.
 */
export function useLoginFields(onType: () => void) {
  const [values, setValues] = useState<LoginInput>({ email: '', password: '' });
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const inputs = { email, password };
  const wrong = errorsOf(values);
  const errors: Errors = {};
  for (const name of names) if (left.has(name) && wrong[name]) errors[name] = wrong[name];

  function read(): LoginInput {
    const now = {
      email: email.current?.value ?? '',
      password: password.current?.value ?? '',
    };
    setValues(now);
    return now;
  }

  return {
    errors,
    /** What stands in the fields now. */
    read,
    propsOf: (name: FieldName) => ({
      name,
      error: errors[name],
      ref: inputs[name],
      // React's onChange is silent when a script sets the value and then tells of it.
      onInput: () => {
        read();
        onType();
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        read();
        // An error would turn the button off before it is pressed; the press checks everything.
        if (isSubmit(relatedTarget)) return;
        setLeft((before) => new Set(before).add(name));
      },
    }),
    focus: (name: FieldName) => inputs[name].current?.focus(),
    /** This if it can be sent; otherwise every error shows and the first has the focus. */
    check: (input: LoginInput): LoginInput | null => {
      const parsed = loginBody.safeParse(input);
      if (parsed.success) return parsed.data;
      setLeft(new Set(names));
      const found = errorsOf(input);
      const first = names.find((name) => found[name]);
      if (first) inputs[first].current?.focus();
      return null;
    },
  };
}

function isSubmit(target: Element | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

function errorsOf(values: LoginInput): Errors {
  const errors: Errors = {};
  for (const { path, message } of loginBody.safeParse(values).error?.issues ?? []) {
    const name = names.find((each) => each === path[0]);
    if (name) errors[name] ??= message;
  }
  return errors;
}
