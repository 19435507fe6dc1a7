import type { PasskeyChallenge } from '@sente/contract/passkeys';
import { secondStep } from '@sente/contract/second-step';
import { call } from '../../api/call.ts';
import { clearSession, readDeviceToken, saveSession } from '../../session/session-store.ts';

/** Finishes a sign-in with a passkey. The code for it loads when it is used. */
export async function answerWithPasskey(
  { challenge, options }: PasskeyChallenge,
  trustDevice = false,
): Promise<void> {
  const { askPasskey } = await import('../../lib/passkeys.ts');
  const passkey = await askPasskey(options);
  const deviceToken = readDeviceToken();
  const { data } = await call(secondStep.answer, {
    body: { challenge, passkey, trustDevice, ...(deviceToken && { deviceToken }) },
  });
  saveSession(data);
}

/** Without a password: the passkey tells who signs in. After a failure no earlier session remains. */
export async function signInWithPasskey(): Promise<void> {
  try {
    const { data } = await call(secondStep.askPasskey, {});
    await answerWithPasskey(data);
  } catch (error) {
    clearSession();
    throw error;
  }
}
