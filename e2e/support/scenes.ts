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
      name: 'public-recovery-codes',
      path: '/set-up-second-factor',
      async arrive(page) {
        await setUpApp(page);
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
  const email = await createPerson(page.request, { by, companyId });
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
