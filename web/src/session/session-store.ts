import type { LoginReply, SessionUser } from '@sente/contract/auth';
import type { DemoReply } from '@sente/contract/site';
import { keepMode } from '../lib/mode.ts';
import { endedElsewhereText, endedText, recordSessionEnd } from './session-end.ts';
import { roleOf } from './role.ts';

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
  readonly expiresAtMs: number;
}

/** The browser stores nothing else of the session, and keeps the device when it ends. */
const keys = {
  token: 'authToken',
  user: 'authUser',
  expiration: 'authExpiration',
  role: 'userRole',
  company: 'companyId',
} as const;
const allKeys: readonly string[] = Object.values(keys);
const deviceKey = 'deviceToken';

/** A notice shows when less than this is left. */
export const warningMs = 5 * 60_000;

type Listener = () => void;
const listeners = new Set<Listener>();
let cached: { raw: string; session: Session | null } = { raw: '', session: null };

/** The current session. An expired one is cleared when it is read. */
export function getSession(): Session | null {
  const session = readStored();
  if (session && msLeft(session) > 0) return session;
  // Without a token, another tab may be writing the rest, so nothing is cleared.
  if (read(keys.token) !== null) {
    removeStored();
    recordSessionEnd({ message: endedText, keepPage: true });
    // This runs during rendering, where subscribers must not be notified.
    queueMicrotask(notify);
  }
  return null;
}

export function getToken(): string | null {
  return getSession()?.token ?? null;
}

export function msLeft(session: Session): number {
  return session.expiresAtMs - Date.now();
}

export function willExpireSoon(session: Session): boolean {
  return msLeft(session) < warningMs;
}

export class StorageError extends Error {
  override readonly name = 'StorageError';
  override readonly message = 'Failed to store authentication data';
}

/** A visitor of the open demo has no device that anybody would know. */
export function saveSession(reply: LoginReply | DemoReply): void {
  const { token, user, expiration } = reply;
  // Nobody works in the mode that somebody else has chosen in this tab.
  if (readStored()?.user.id !== user.id) keepMode('live');
  const entries = [
    [keys.user, JSON.stringify(user)],
    [keys.expiration, expiration],
    [keys.role, roleOf(user)],
    [keys.company, user.companyId ?? ''],
    ...('deviceToken' in reply ? [[deviceKey, reply.deviceToken] as const] : []),
    // Last, because other tabs treat a token as a complete session.
    [keys.token, token],
  ] as const;
  try {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  } catch {
    clearSession();
    throw new StorageError();
  }
  notify();
}

/** After users changed their own details, or the server said what it does not accept any more. */
export function changeSessionUser(
  change: Partial<Pick<SessionUser, 'name' | 'email' | 'mustChangePassword' | 'mustSetUpFactor'>>,
): void {
  const session = getSession();
  if (!session) return;
  try {
    localStorage.setItem(keys.user, JSON.stringify({ ...session.user, ...change }));
  } catch {
    // The old name stays until the next sign-in.
    return;
  }
  notify();
}

/** For the next sign-in: the server knows this browser by it. */
export function readDeviceToken(): string | undefined {
  return read(deviceKey) ?? undefined;
}

/** A browser in which a password was chosen with a link is known before the first sign-in. */
export function saveDeviceToken(token: string): void {
  try {
    localStorage.setItem(deviceKey, token);
  } catch {
    // Signing in works all the same, as in a browser that is not known.
  }
}

/** After a change of the password, which renews the token. */
export function renewToken(token: string): void {
  if (!getSession()) return;
  try {
    localStorage.setItem(keys.token, token);
  } catch {
    // The former token is worth nothing any more.
    clearSession();
    return;
  }
  notify();
}

export function clearSession(): void {
  removeStored();
  notify();
}

interface Ending {
  /** Only while this is still the stored token: of several failed calls, the first one acts. */
  ifToken?: string;
  /** For the banner of the sign-in page. */
  message?: string;
  /** False after a deliberate sign-out: the next sign-in does not return to the last page. */
  keepPage?: boolean;
}

/** Ends the session; the guard then redirects to the sign-in page. */
export function endSession({ ifToken, message, keepPage = true }: Ending = {}): void {
  if (ifToken !== undefined && ifToken !== read(keys.token)) return;
  recordSessionEnd({ message: message ?? null, keepPage });
  clearSession();
}

export function subscribe(listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Another tab signed in or out. */
function onStorage(event: StorageEvent): void {
  if (event.key !== null && !allKeys.includes(event.key)) return;
  if (cached.session && read(keys.token) === null) {
    recordSessionEnd({ message: endedElsewhereText, keepPage: true });
  }
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The same object while the stored texts are the same, as React requires of a snapshot. */
function readStored(): Session | null {
  const [token, user, expiration] = [read(keys.token), read(keys.user), read(keys.expiration)];
  const raw = JSON.stringify([token, user, expiration]);
  if (raw !== cached.raw) cached = { raw, session: parse(token, user, expiration) };
  return cached.session;
}

function parse(
  token: string | null,
  userText: string | null,
  expiration: string | null,
): Session | null {
  if (!token || !userText || !expiration) return null;
  try {
    const user = JSON.parse(userText) as SessionUser | null;
    if (typeof user?.id !== 'string') return null;
    return { token, user, expiresAtMs: Date.parse(expiration) };
  } catch {
    return null;
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled, so there is no session.
    return null;
  }
}

function removeStored(): void {
  try {
    for (const key of allKeys) localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored either.
  }
}
