import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody, type LoginInput } from '@sente/contract/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { firstError } from '../../api/error-text.ts';
import { StorageError } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { signIn } from './sign-in.ts';
import { useBriefMessage } from './use-brief-message.ts';

const bannerMs = 5000;

interface LoginFormProps {
  /** Why the user has to sign in again, if there is a reason to tell. */
  notice: string | null;
}

/** Where to go afterwards is the guard's business: this page opens only to who is signed out. */
export function LoginForm({ notice }: LoginFormProps) {
  const banner = useBriefMessage(bannerMs, notice);
  const [isDone, setIsDone] = useState(false);
  const form = useForm<LoginInput>({
    resolver: zodResolver(loginBody),
    // From the first time a field is left: an error must go with the key that mends it, because
    // the button is off as long as one shows.
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const isBusy = isSubmitting || isDone;

  const submit = form.handleSubmit(
    async (input) => {
      try {
        await signIn(input);
        setIsDone(true);
      } catch (error) {
        const isStorage = error instanceof StorageError;
        banner.show(
          isStorage ? error.message : firstError(error, 'Login failed. Please try again.'),
        );
      }
    },
    () => {
      const { email, password } = form.getValues();
      if (email.trim() === '' || password === '') banner.show('Email and password are required');
    },
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {banner.text ? (
        <Banner tone="danger" onDismiss={banner.clear}>
          {banner.text}
        </Banner>
      ) : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { onChange: banner.clear })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { onChange: banner.clear })}
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        busy={isBusy}
        busyLabel="Signing In..."
        disabled={Boolean(errors.email ?? errors.password ?? banner.text)}
        className="mt-1"
      >
        Sign In
      </Button>
    </form>
  );
}
