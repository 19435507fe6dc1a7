import { expect, type Page } from '@playwright/test';
import { createCompany } from './company.ts';
import { setUpApp, typePassword } from './factors.ts';
import { linkMailedTo } from './mail.ts';
import { createPerson } from './people.ts';
import {
  apiSignIn,
  openAs,
  password,
  sessionOf,
  temporaryPassword,
  type StoredSession,
} from './sign-in.ts';

/** A screen that no address alone leads to: somebody has to do something first. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** From wherever the scene before ended. */
  readonly arrive: (page: Page) => Promise<void>;
}

const owner = 'owner@demo-one.test';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** In this order: some continue where the one before ended. The people are those of one visit alone. */
export function planScenes(): Scene[] {
  let newcomer = '';
  return [
    {
      name: 'public-set-password',
      path: '/set-password',
      async arrive(page) {
        const email = await createPerson(page.request, { by: owner, isInvited: true });
        await page.goto(await linkMailedTo(email, /invites you to Demo One/));
        await expect(heading(page, 'Welcome to Sente')).toBeVisible();
      },
    },
    {
      name: 'public-confirm-email',
      path: '/confirm-email',
      async arrive(page) {
        const email = await askForNewEmail(page);
        await page.goto(await linkMailedTo(email, /^Confirm your new email/));
        await expect(page.getByRole('button', { name: 'Confirm Email' })).toBeVisible();
      },
    },
    {
      name: 'public-change-password',
      path: '/change-password',
      async arrive(page) {
        const email = await createPerson(page.request, { by: owner, isTemporary: true });
        await typePassword(page, email, { secret: temporaryPassword });
        await expect(heading(page, 'Choose your own password')).toBeVisible();
      },
    },
    {
      name: 'public-set-up-second-factor',
      path: '/set-up-second-factor',
      async arrive(page) {
        newcomer = await createWhoNeedsFactor(page);
        await signOut(page);
        await typePassword(page, newcomer);
        await expect(page.getByLabel('QR code for the authenticator app')).toBeVisible();
      },
    },
    {
      name: 'public-set-up-passkey',
      path: '/set-up-second-factor',
      async arrive(page) {
        await page.getByRole('button', { name: 'Use a passkey instead' }).click();
        await expect(page.getByRole('form', { name: 'Add passkey' })).toBeVisible();
      },
    },
    {
      name: 'public-recovery-codes',
      path: '/set-up-second-factor',
      async arrive(page) {
        await page.getByRole('button', { name: 'Use an authenticator app instead' }).click();
        await setUpApp(page);
      },
    },
    {
      name: 'client-settings-own-proof',
      path: '/client/settings?tab=company',
      async arrive(page) {
        await page.getByRole('button', { name: 'I Have Saved Them' }).click();
        await expect(page).toHaveURL('/client');
        await page.goto('/client/settings?tab=company');
        await page.getByLabel('Everybody Needs a Second Factor').click();
        const proof = page.getByRole('dialog', { name: 'Allow the password alone?' });
        await expect(proof.getByRole('button', { name: 'Show password' })).toBeVisible();
      },
    },
    {
      name: 'public-second-step',
      path: '/login',
      async arrive(page) {
        await signOut(page);
        await typePassword(page, newcomer);
        await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'client-settings-set-up-app',
      path: '/client/settings?tab=security',
      async arrive(page) {
        const email = await createPerson(page.request, { by: owner });
        // The QR code comes at once only right after the sign-in.
        await openAs(page, await apiSignIn(page.request, email), '/client/settings?tab=security');
        await page.getByRole('button', { name: 'Set Up', exact: true }).click();
        await expect(page.getByLabel('QR code for the authenticator app')).toBeVisible();
      },
    },
    {
      name: 'client-settings-recovery-codes',
      path: '/client/settings?tab=security',
      async arrive(page) {
        await setUpApp(page);
      },
    },
    {
      name: 'client-settings-add-passkey',
      path: '/client/settings?tab=security',
      async arrive(page) {
        await page.getByRole('button', { name: 'I Have Saved Them' }).click();
        await page.getByRole('button', { name: 'Add Passkey' }).click();
        await expect(page.getByRole('dialog', { name: 'Add Passkey' })).toBeVisible();
      },
    },
    {
      name: 'client-user-password-link',
      path: '/client/users/somebody',
      async arrive(page) {
        await openPerson(page, await createPerson(page.request, { by: owner }));
        await page.getByRole('button', { name: 'Send Password Link' }).click();
        await expect(page.getByRole('alertdialog')).toContainText('goes to amina');
      },
    },
    {
      name: 'client-users-hand-over',
      path: '/client/users/somebody',
      async arrive(page) {
        const email = await createPerson(page.request, { by: owner, isInvited: true });
        await answerWithoutMail(page);
        await openPerson(page, email);
        await page.getByRole('button', { name: 'Resend Invitation' }).click();
        await page.getByRole('button', { name: 'Make Link' }).click();
        await expect(page.getByRole('dialog', { name: /^Give this link to Amina/ })).toBeVisible();
      },
    },
    {
      name: 'client-visitor',
      path: '/client',
      async arrive(page) {
        await page.unrouteAll();
        await page.goto('/demo');
        await signOut(page);
        await page.goto('/demo');
        await page.getByRole('button', { name: 'As the owner of a company' }).click();
        await expect(page.getByText('This is the open demo')).toBeVisible();
      },
    },
    {
      name: 'admin-enquiry',
      path: '/enquiries',
      async arrive(page) {
        await openAs(page, 'admin@sente.test', '/enquiries?search=Wandera');
        await page.getByRole('row', { name: /Moses Wandera/ }).click();
        await expect(page.getByRole('dialog').getByLabel('Answer', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'admin-company-history',
      path: '/companies/somebody/api-credentials',
      async arrive(page) {
        const id = await createWithHistory(page);
        await openAs(page, 'admin@sente.test', `/companies/${id}/api-credentials`);
        await page.getByRole('button', { name: 'History' }).click();
        const panel = page.getByRole('dialog');
        await expect(panel.getByRole('listitem')).toHaveCount(3);
        await expect(panel).toContainText('Refused');
        await panel.getByLabel('Time').selectOption('Choose dates...');
      },
    },
    {
      name: 'client-bell',
      path: '/client',
      async arrive(page) {
        await openAs(page, owner, '/client');
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  ];
}

/** A company that was created, changed, and nearly deleted by a stranger. */
async function createWithHistory(page: Page): Promise<string> {
  const { id, name, headers } = await createCompany(page, 'History');
  const data = { name, email: `${id}@example.test`, phone: '0772 100001', address: 'Kampala' };
  const changed = await page.request.put(`/api/Company/${id}`, { headers, data });
  expect(changed.ok(), await changed.text()).toBe(true);
  const { authToken } = await sessionOf(page.request, owner);
  const stranger = { authorization: `Bearer ${authToken}` };
  const refused = await page.request.delete(`/api/Company/${id}`, { headers: stranger });
  expect(refused.status()).toBe(403);
  return id;
}

/** The page of somebody of Demo One, who is new. */
async function openPerson(page: Page, email: string): Promise<void> {
  const { authToken, companyId } = await sessionOf(page.request, owner);
  const headers = { authorization: `Bearer ${authToken}` };
  const list = `/api/User/company/${companyId}/paged?searchTerm=${email}`;
  const { data } = await (await page.request.get(list, { headers })).json();
  await openAs(page, owner, `/client/users/${data.items[0].id}`);
}

/** The server of these tests sends mail; what one without mail answers is put in its place. */
async function answerWithoutMail(page: Page): Promise<void> {
  await page.route('**/api/Site', async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, data: { ...body.data, sendsMail: false } } });
  });
  await page.route('**/api/User/*/invitation', async (route) => {
    const body = await (await route.fetch()).json();
    const link = 'https://portal.example.test/set-password#q7Zr2mXw9KfTn4Lc8VbYh3Pd6Sj1Ga5E';
    await route.fulfill({ json: { ...body, data: { ...body.data, link } } });
  });
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** Returns the new address, whose mail has not been answered. */
async function askForNewEmail(page: Page): Promise<string> {
  const email = await createPerson(page.request, { by: owner, role: 'Manager' });
  const session = await apiSignIn(page.request, email);
  const path = `User/${JSON.parse(session.authUser).id}`;
  const headers = { authorization: `Bearer ${session.authToken}` };
  const { data } = await (await page.request.get(`/api/${path}`, { headers })).json();
  const { firstName, lastName, username } = data;
  const newEmail = `new-${email}`;
  const typed = { firstName, lastName, username, email: newEmail, currentPassword: password };
  await change(page, session, path, typed);
  return newEmail;
}

/** Somebody of a company that asks everybody for a second factor. */
async function createWhoNeedsFactor(page: Page): Promise<string> {
  const by = 'superadmin@sente.test';
  const { id: companyId } = await createCompany(page, 'Factors');
  const email = await createPerson(page.request, { by, companyId, role: 'Admin' });
  const session = await sessionOf(page.request, by);
  await change(page, session, `Company/${companyId}/factor-rule`, { isRequired: true });
  return email;
}

async function change(
  page: Page,
  { authToken }: StoredSession,
  path: string,
  data: object,
): Promise<void> {
  const headers = { authorization: `Bearer ${authToken}` };
  const answer = await page.request.put(`/api/${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
