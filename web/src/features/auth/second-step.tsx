import type { FactorChallenge } from '@sente/contract/auth';
import { secondStep, trustDays } from '@sente/contract/second-step';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { firstError } from '../../api/error-text.ts';
import { canUsePasskeys, passkeyNotUsed } from '../../lib/passkey-support.ts';
import { readDeviceToken, saveSession, StorageError } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { answerWithPasskey } from './passkey-sign-in.ts';

const failed = 'Login failed. Please try again.';

interface SecondStepProps {
  challenge: FactorChallenge;
  /** To the password, with the reason if there is one. */
  onBack: (reason: string | null) => void;
}

/** After the right password of somebody with a second factor. */
export default function SecondStep({ challenge, onBack }: SecondStepProps) {
  const [isRecovery, setIsRecovery] = useState(!challenge.hasApp);
  const [code, setCode] = useState('');
  const [isTrusted, setIsTrusted] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { hasApp, passkey } = challenge;
  const hasPasskey = passkey !== null && canUsePasskeys();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [isRecovery]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    // Some password managers fill the field without an event.
    const typed = (input.current?.value ?? code).trim();
    if (typed.length < 6) {
      setError(isRecovery ? 'Enter a recovery code' : 'Enter the six digits of your app');
      input.current?.focus();
      return;
    }
    await attempt(() => finish(challenge.challenge, typed, isTrusted), failed);
  }

  const answerPasskey = () =>
    attempt(
      () =>
        answerWithPasskey({ challenge: challenge.challenge, options: passkey ?? {} }, isTrusted),
      passkeyNotUsed,
    );

  async function attempt(work: () => Promise<void>, unexplained: string): Promise<void> {
    setIsBusy(true);
    setError(null);
    try {
      // The button stays busy until the next page is shown.
      await work();
    } catch (cause) {
      setIsBusy(false);
      const text = cause instanceof StorageError ? cause.message : firstError(cause, unexplained);
      if (cause instanceof ApiError && cause.code === 'challenge_ended') return onBack(text);
      setError(text);
      setCode('');
      input.current?.focus();
    }
    return undefined;
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Second factor" className="flex flex-col gap-5">
      {error ? <Banner tone="danger">{error}</Banner> : null}
      <TextField
        // Another field: a phone offers its code only for the digits.
        key={isRecovery ? 'recovery' : 'app'}
        ref={input}
        label={isRecovery ? 'Recovery Code' : 'Code'}
        hint={
          isRecovery
            ? 'One of those that you saved; each works once'
            : 'The six digits that your authenticator app shows'
        }
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Checkbox
        label={`Trust this browser for ${trustDays} days`}
        description="It then signs in without a code. Not on a computer of others."
        checked={isTrusted}
        onChange={(event) => setIsTrusted(event.target.checked)}
      />
      <Button type="submit" variant="primary" fullWidth busy={isBusy} busyLabel="Signing In...">
        Sign In
      </Button>
      {hasPasskey ? (
        <Button icon={<Fingerprint />} fullWidth disabled={isBusy} onClick={answerPasskey}>
          Use a passkey
        </Button>
      ) : null}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        {hasApp ? (
          <button
            type="button"
            className="link rounded-sm"
            onClick={() => {
              setIsRecovery(!isRecovery);
              setCode('');
              setError(null);
            }}
          >
            {isRecovery ? 'Use the app' : 'Use a recovery code'}
          </button>
        ) : null}
        <button type="button" className="link rounded-sm" onClick={() => onBack(null)}>
          Back
        </button>
      </p>
    </form>
  );
}

async function finish(challenge: string, code: string, trustDevice: boolean): Promise<void> {
  const deviceToken = readDeviceToken();
  const { data } = await call(secondStep.answer, {
    body: { challenge, code, trustDevice, ...(deviceToken && { deviceToken }) },
  });
  saveSession(data);
}
