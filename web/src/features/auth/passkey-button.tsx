import { useState } from 'react';
import { firstError } from '../../api/error-text.ts';
import { canUsePasskeys, passkeyNotUsed } from '../../lib/passkey-support.ts';
import { StorageError } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';

/** Signs in without a password. What it needs loads with the press: most people type theirs. */
export function PasskeyButton({ onFailed }: { onFailed: (reason: string) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  if (!canUsePasskeys()) return null;

  async function signIn(): Promise<void> {
    setIsBusy(true);
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts');
      // The button stays busy until the next page is shown.
      await signInWithPasskey();
    } catch (error) {
      setIsBusy(false);
      onFailed(error instanceof StorageError ? error.message : firstError(error, passkeyNotUsed));
    }
  }

  return (
    <Button fullWidth busy={isBusy} busyLabel="Waiting for the passkey..." onClick={signIn}>
      Sign in with a passkey
    </Button>
  );
}
