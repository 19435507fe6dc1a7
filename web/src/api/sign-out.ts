import { auth } from '@sente/contract/auth';
import { call } from './call.ts';
import { logError } from '../lib/log.ts';
import { leaving } from '../lib/unsaved-warning.ts';
import { endSession } from '../session/session-store.ts';

/**
 * Asks if unsaved input would be lost. Signs out at once while the server is notified; a failure is
 * only logged. `keepPage` is for signing in again to continue on the same page.
 */
export function signOut({ keepPage = false } = {}): void {
  leaving(() => {
    call(auth.logout).catch((error: unknown) => logError('Sign-out failed', error));
    endSession({ keepPage });
  });
}
