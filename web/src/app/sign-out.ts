import { auth } from '@sente/contract/auth';
import { call } from '../api/call.ts';
import { logError } from '../lib/log.ts';
import { mayLeave } from '../lib/unsaved-warning.ts';
import { endSession } from '../session/session-store.ts';

/**
 * Asks if something typed would be lost. Leaves at once and tells the server meanwhile; if that fails, it is only logged. `keepPage` is
 * for signing in again to go on with the same work.
 */
export function signOut({ keepPage = false } = {}): void {
  if (!mayLeave()) return;
  call(auth.logout).catch((error: unknown) => logError('Sign-out failed', error));
  endSession({ keepPage });
}
