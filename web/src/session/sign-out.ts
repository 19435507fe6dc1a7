import { auth } from '@sente/contract/auth';
import { call } from '../api/call.ts';
import { logError } from '../lib/log.ts';
import { endSession } from './session-store.ts';

/**
 * Leaves at once and tells the server meanwhile; if that fails, it is only logged. `keepPage` is
 * for signing in again to go on with the same work.
 */
export function signOut({ keepPage = false } = {}): void {
  call(auth.logout).catch((error: unknown) => logError('Sign-out failed', error));
  endSession({ keepPage });
}
