import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { firstError } from '../../api/error-text.ts';
import { passkeyNotUsed } from '../../lib/passkey-support.ts';
import { StorageError } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { signInWithPasskey } from './passkey-sign-in.ts';

/** Signs in without a password. */
export default function PasskeyButton({ onFailed }: { onFailed: (reason: string) => void }) {
  const [isBusy, setIsBusy] = useState(false);

  async function signIn(): Promise<void> {
    setIsBusy(true);
    try {
      // The button stays busy until the next page is shown.
      await signInWithPasskey();
    } catch (error) {
      setIsBusy(false);
      onFailed(error instanceof StorageError ? error.message : firstError(error, passkeyNotUsed));
    }
  }

  return (
    <Button
      icon={<Fingerprint />}
      fullWidth
      busy={isBusy}
      busyLabel="Waiting for the passkey..."
      onClick={signIn}
    >
      Sign in with a passkey
    </Button>
  );
}
