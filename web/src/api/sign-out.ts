import { auth } from '@sente/contract/auth';
import { call } from './call.ts';
import { logError } from '../lib/log.ts';
import { leaving } from '../lib/unsaved-warning.ts';
import { endSession } from '../session/session-store.ts';

interface SigningOut {
  readonly keepPage?: boolean;
  readonly goOn?: () => void;
}

/**
 * Asks if unsaved input would be lost. Signs out at once while the server is notified; a failure is
 * only logged. `keepPage` is for signing in again to continue on the same page, `goOn` for where to go instead.
 */
export function signOut({ keepPage = false, goOn }: SigningOut = {}): void {
  leaving(() => {
    call(auth.logout).catch((error: unknown) => logError('Sign-out failed', error));
    endSession({ keepPage });
    goOn?.();
  });
}
