import { auth, type FactorChallenge, type LoginInput } from '@sente/contract/auth';
import { signInProblems } from '@sente/contract/sign-in';
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { call } from '../../api/call.ts';
import { firstError } from '../../api/error-text.ts';
import {
  clearSession,
  readDeviceToken,
  saveSession,
  StorageError,
} from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** Few people see it, and only after their password. */
const SecondStep = lateChosen(() => import('./second-step.tsx'));

const bannerMs = 5000;
/** The height with an error, so that one that appears on blur does not move the pressed button. */
const emailClass = 'min-h-22';
/** Its errors need two lines on the narrowest phones. */
const passwordClass = 'min-h-27 min-[22rem]:min-h-22';

interface LoginFormProps {
  /** Filled in, after a password was chosen with a link. */
  email?: string | undefined;
  /** Below the password, and not below the second step. */
  children?: (typedEmail: string) => ReactNode;
}

/** The guard decides where to go afterwards: this page opens only to signed-out users. */
export function LoginForm({ email = '', children }: LoginFormProps) {
  const banner = useBriefMessage(bannerMs);
  const [isBusy, setIsBusy] = useState(false);
  const fields = useLoginFields(email, banner.clear);
  const [challenge, setChallenge] = useState<FactorChallenge | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const typed = fields.read();
    const input = fields.check(typed);
    if (!input) {
      const { email, password } = typed;
      if (email.trim() === '' || password === '') banner.show('Email and password are required');
      return;
    }
    setIsBusy(true);
    try {
      // The button stays busy until the next page is shown.
      setChallenge(await signIn(input));
    } catch (error) {
      const isStorage = error instanceof StorageError;
      banner.show(isStorage ? error.message : firstError(error, 'Login failed. Please try again.'));
      setIsBusy(false);
      // The button is disabled while the banner shows, which would lose the focus.
      fields.focus('password');
    }
  }

  if (challenge) {
    const back = (reason: string | null) => {
      setChallenge(null);
      setIsBusy(false);
      if (reason) banner.show(reason);
    };
    return <SecondStep challenge={challenge} onBack={back} />;
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {banner.text ? (
        <Banner tone="danger" onDismiss={banner.clear} className="mb-2">
          {banner.text}
        </Banner>
      ) : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        className={emailClass}
        defaultValue={fields.typedEmail}
        {...fields.propsOf('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        className={passwordClass}
        {...fields.propsOf('password')}
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        busy={isBusy}
        busyLabel="Signing In..."
        disabled={Boolean(fields.errors.email ?? fields.errors.password ?? banner.text)}
        // Keeps the focus in the field, so that it is not blurred, and its error appears with the
        // press. Safari does not focus a pressed button, so only this event works there.
        onMouseDown={(event) => event.preventDefault()}
      >
        Sign In
      </Button>
      <PasskeyButton onFailed={banner.show} />
      {children?.(fields.typedEmail)}
    </form>
  );
}

/**
 * What has to be answered, or null when the person is signed in. After a failure no earlier session
 * remains in the browser.
 */
async function signIn(input: LoginInput): Promise<FactorChallenge | null> {
  try {
    const deviceToken = readDeviceToken();
    const { data } = await call(auth.login, {
      body: { ...input, ...(deviceToken && { deviceToken }) },
    });
    if ('challenge' in data) return data;
    saveSession(data);
    return null;
  } catch (error) {
    clearSession();
    throw error;
  }
}

interface BriefMessage {
  text: string | null;
  show: (text: string) => void;
  clear: () => void;
}

/** A message that disappears after a while; showing the same text again restarts the timer. */
function useBriefMessage(lastsMs: number): BriefMessage {
  const [message, setMessage] = useState<{ text: string } | null>(null);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), lastsMs);
    return () => clearTimeout(timer);
  }, [message, lastsMs]);

  return {
    text: message?.text ?? null,
    show: useCallback((text: string) => setMessage({ text }), []),
    clear: useCallback(() => setMessage(null), []),
  };
}

type FieldName = 'email' | 'password';
type Errors = Partial<Record<FieldName, string>>;

const names = ['email', 'password'] as const satisfies readonly FieldName[];

/**
 * Two fields do not need the form library, which is an eighth of this page's code. A field is
 * validated from its first blur: an error must disappear as soon as it is corrected, because the
 * button is disabled while one shows. The inputs are uncontrolled, and their current values count:
 * some password managers fill them without an event, and a controlled input would lose that with
 * the next render.
 */
function useLoginFields(knownEmail: string, onType: () => void) {
  const [values, setValues] = useState<LoginInput>({ email: knownEmail, password: '' });
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const inputs = { email, password };
  /** The field that the page focused, until somebody has been in it. */
  const untouched = useRef<HTMLInputElement | null>(null);
  // Not with a finger: the keyboard of a phone would cover the page.
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return;
    untouched.current = (knownEmail === '' ? email : password).current;
    untouched.current?.focus();
  }, [knownEmail]);
  const wrong = signInProblems(values);
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

  const touch = () => {
    untouched.current = null;
  };

  return {
    errors,
    /** Stays while the second step is shown instead of the form. */
    typedEmail: values.email,
    /** The current values of the fields. */
    read,
    propsOf: (name: FieldName) => ({
      name,
      error: errors[name],
      ref: inputs[name],
      // React's onChange does not fire when a script sets the value and then dispatches an event.
      onInput: () => {
        touch();
        read();
        onType();
      },
      onPointerDown: touch,
      onKeyDown: touch,
      onBlur: ({ relatedTarget }: FocusEvent) => {
        read();
        if (untouched.current && untouched.current === inputs[name].current) return;
        // An error would disable the button before it is pressed; the press validates everything.
        if (isSubmit(relatedTarget)) return;
        setLeft((before) => new Set(before).add(name));
      },
    }),
    focus: (name: FieldName) => inputs[name].current?.focus(),
    /** This if it can be sent; otherwise every error shows and the first has the focus. */
    check: (input: LoginInput): LoginInput | null => {
      const found = signInProblems(input);
      const first = names.find((name) => found[name]);
      if (!first) return { ...input, email: input.email.trim() };
      setLeft(new Set(names));
      inputs[first].current?.focus();
      return null;
    },
  };
}

function isSubmit(target: Element | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}
