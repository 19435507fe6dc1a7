import type { APIRequestContext, Page } from '@playwright/test';

export const password = 'Demo-pass-1';

export interface StoredSession {
  readonly authToken: string;
  readonly authUser: string;
  readonly authExpiration: string;
  readonly userRole: string;
  readonly companyId: string;
}

const sessions = new Map<string, { session: Promise<StoredSession>; since: number }>();

/** For ten minutes after a sign-in, what changes the sign-in of others does not ask who it is. */
const freshForMs = 5 * 60_000;

/**
 * A user's session, shared by the tests of a worker for some minutes: password hashing is slow by design. A test
 * that ends a session must sign in on its own.
 */
export function sessionOf(request: APIRequestContext, email: string): Promise<StoredSession> {
  const kept = sessions.get(email);
  if (kept && Date.now() - kept.since < freshForMs) return kept.session;
  const session = apiSignIn(request, email);
  sessions.set(email, { session, since: Date.now() });
  return session;
}

/** Signs in through the API instead of the form. */
export async function apiSignIn(request: APIRequestContext, email: string): Promise<StoredSession> {
  const response = await request.post('/api/Auth/login', { data: { email, password } });
  const { data, message } = await response.json();
  if (!response.ok()) throw new Error(`${email} cannot sign in: ${message}`);
  return {
    authToken: data.token,
    authUser: JSON.stringify(data.user),
    authExpiration: data.expiration,
    userRole: data.user.role,
    companyId: data.user.companyId ?? '',
  };
}

/** For a user whom a test created: nothing works until the person has chosen a password. */
export const temporaryPassword = 'Temporary-pass-1';

/** The person signs in with the temporary password and chooses the usual one. */
export async function choosePassword(request: APIRequestContext, email: string): Promise<void> {
  const first = await request.post('/api/Auth/login', {
    data: { email, password: temporaryPassword },
  });
  const { token, user } = (await first.json()).data;
  const changed = await request.put(`/api/User/${user.id}/change-password`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      currentPassword: temporaryPassword,
      newPassword: password,
      confirmNewPassword: password,
    },
  });
  if (!changed.ok()) throw new Error(`${email} cannot choose a password`);
}

/** Opens a page with an existing session of this user, or with one created for the test. */
export async function openAs(
  page: Page,
  who: string | StoredSession,
  path: string,
): Promise<StoredSession> {
  const session = typeof who === 'string' ? await sessionOf(page.request, who) : who;
  await storeSession(page, session);
  await page.goto(path);
  return session;
}

const ownUrl = () => process.env['SENTE_E2E_URL'] ?? '';

/**
 * Only once: what the page itself stores or clears later must stay. An open portal would treat the
 * change as a sign-out in another tab, so a picture of the same site is opened first. Not with
 * `setStorageState`, which empties the cache: the portal's code would be loaded and compiled anew.
 */
export async function storeSession(
  page: Page,
  session: StoredSession,
  url = ownUrl(),
): Promise<void> {
  await page.goto(new URL('/favicon.svg', url).href);
  await page.context().clearCookies();
  await page.evaluate((stored) => {
    localStorage.clear();
    for (const [name, value] of stored) localStorage.setItem(name, value);
  }, Object.entries(session));
}

/** What a browser with this session has stored. */
export function storageOf(session: StoredSession) {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const origins = [{ origin: new URL(ownUrl()).origin, localStorage }];
  return { cookies: [], origins };
}
