import type { APIRequestContext, Page } from '@playwright/test';

export const password = 'Demo-pass-1';

export interface StoredSession {
  readonly authToken: string;
  readonly authUser: string;
  readonly authExpiration: string;
  readonly userRole: string;
  readonly companyId: string;
}

/** Signs in through the API: as the form does it, without the form. */
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

/** Opens a page as somebody who has signed in before. */
export async function openAs(page: Page, email: string, path: string): Promise<StoredSession> {
  const session = await apiSignIn(page.request, email);
  await storeSession(page, session);
  await page.goto(path);
  return session;
}

/** Once only: what the page itself stores or clears afterwards must stay as it is. */
async function storeSession(page: Page, session: StoredSession): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    session as unknown as Record<string, string>,
  );
}
