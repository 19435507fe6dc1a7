import { auth, type LoginInput } from '@sente/contract/auth';
import { call } from '../../api/call.ts';
import { clearSession, saveSession } from '../../session/session-store.ts';

/** After a failure nothing of an earlier session is left in the browser. */
export async function signIn(input: LoginInput): Promise<void> {
  try {
    const { data } = await call(auth.login, { body: input });
    saveSession(data);
  } catch (error) {
    clearSession();
    throw error;
  }
}
