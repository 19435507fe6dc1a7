import { useState, type FormEvent } from 'react';
import { firstError } from '../../api/error-text.ts';
import { StorageError } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { signIn } from './sign-in.ts';
import { useBriefMessage } from './use-brief-message.ts';
import { useLoginFields } from './use-login-fields.ts';

const bannerMs = 5000;
/** As high as with an error: one that comes on leaving a field must not move what is being pressed. */
const emailClass = 'min-h-22';
/** Its errors need two lines on the narrowest phones. */
const passwordClass = 'min-h-27 min-[22rem]:min-h-22';

interface LoginFormProps {
  /** Why the user has to sign in again, if there is a reason to tell. */
  notice: string | null;
}

/** Where to go afterwards is the guard's business: this page opens only to who is signed out. */
export function LoginForm({ notice }: LoginFormProps) {
  const banner = useBriefMessage(bannerMs, notice);
  const [isBusy, setIsBusy] = useState(false);
  const fields = useLoginFields(banner.clear);

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
      // The button stays busy afterwards, until the next page is there.
      await signIn(input);
    } catch (error) {
      const isStorage = error instanceof StorageError;
      banner.show(isStorage ? error.message : firstError(error, 'Login failed. Please try again.'));
      setIsBusy(false);
      // The button is off while the banner shows, and would leave the focus nowhere.
      fields.focus('password');
    }
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
        // The focus stays in the field, which is then not left, and whose error comes with the press.
        // Only here is that known in Safari: a pressed button has no focus there.
        onMouseDown={(event) => event.preventDefault()}
      >
        Sign In
      </Button>
    </form>
  );
}
