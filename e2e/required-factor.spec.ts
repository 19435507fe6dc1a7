import type { Page } from '@playwright/test';
import { codeOf, setUpApp, typePassword } from './support/factors.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storeSession, type StoredSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/*
 * An installation of its own, without demo data and without mail: what it requires of everybody would keep
 * the people of the other tests out. One test continues where the one before ended.
 */
test.describe.configure({ mode: 'serial' });

const boss = 'boss@example.test';
const amina = 'amina@example.test';
const secret = 'Rolex-with-tea-5';
let server: TestServer;
/** Of the administrator. */
let session: StoredSession;

test.beforeAll(async () => {
  server = await startServer({
    SENTE_DEMO: 'off',
    SENTE_SIMULATOR_PORT: 'off',
    SENTE_ADMIN_EMAIL: boss,
    SENTE_ADMIN_PASSWORD: secret,
  });
});
test.afterAll(() => server.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const signIn = (page: Page, email: string, at = '/login') =>
  typePassword(page, email, { secret, at: `${server.url}${at}` });

async function post(page: Page, path: string, data: object) {
  const headers = { authorization: `Bearer ${session.authToken}` };
  const answer = await page.request.post(`${server.url}/api/${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

test('staff set up the second factor that they need between the sign-in and the portal', async ({
  page,
}) => {
  await signIn(page, boss, '/companies');
  await expect(page).toHaveURL(`${server.url}/set-up-second-factor`);
  await expect(heading(page, 'Set up a second factor')).toBeVisible();
  // Nothing else is open until then.
  await page.goto(`${server.url}/users`);
  await expect(heading(page, 'Set up a second factor')).toBeVisible();
  const app = await setUpApp(page);
  await button(page, 'I Have Saved Them').click();
  await expect(page).toHaveURL(`${server.url}/users`);

  await page.evaluate(() => localStorage.removeItem('authToken'));
  await signIn(page, boss);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(app, 1));
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(`${server.url}/admin`);
  const { origins } = await page.context().storageState();
  const stored = origins.find(({ origin }) => origin === server.url)?.localStorage ?? [];
  session = Object.fromEntries(stored.map(({ name, value }) => [name, value])) as never;
});

test('without mail an invitation shows its link, which works once', async ({ page }) => {
  const company = { name: 'Kira Road', email: 'hello@kiraroad.test', phone: '0772 123456' };
  await post(page, 'Company', { ...company, address: 'Kira Road 1, Kampala' });
  await storeSession(page, session, server.url);
  await page.goto(`${server.url}/users/create`);
  await page.getByLabel('First Name').fill('Amina');
  await page.getByLabel('Last Name').fill('Nansubuga');
  await page.getByLabel('Email', { exact: false }).first().fill(amina);
  await page.getByLabel('Username').fill('amina');
  await page.getByRole('combobox', { name: 'Company' }).fill('Kira');
  await page.getByRole('option', { name: /Kira Road/ }).click();
  await button(page, 'Create User').click();
  const dialog = page.getByRole('dialog', { name: 'Give this link to Amina Nansubuga' });
  const link = (await dialog.getByText(/\/set-password#/).textContent()) ?? '';
  await button(page, 'Done').click();

  await page.goto(link);
  await expect(heading(page, 'Welcome to Sente')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(secret);
  await button(page, 'Set Password').click();
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(`${server.url}/client`);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(heading(page, 'This link does not work')).toBeVisible();
});

test('a company asks everybody for a second factor, whoever asked for it included', async ({
  page,
}) => {
  const headers = { authorization: `Bearer ${session.authToken}` };
  const find = async (path: string, isIt: (one: Record<string, string>) => boolean) => {
    const { data } = await (
      await page.request.get(`${server.url}/api/${path}`, { headers })
    ).json();
    return data.find(isIt).id as string;
  };
  const userId = await find('User', (one) => one['email'] === amina);
  const roleId = await find('Role', ({ name }) => name === 'client_admin');
  await post(page, 'User/assign-role', { userId, roleId });

  await signIn(page, amina, '/client/settings?tab=company');
  await page.getByRole('switch', { name: 'Everybody Needs a Second Factor' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 of 1 people');
  await question.getByRole('button', { name: 'Require It' }).click();
  await expect(heading(page, 'Set up a second factor')).toBeVisible();
  await setUpApp(page);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recovery = (await codes.first().textContent()) ?? '';
  await button(page, 'I Have Saved Them').click();
  // Back where she was.
  await expect(page).toHaveURL(`${server.url}/client/settings?tab=company`);
  const rule = page.getByRole('switch', { name: 'Everybody Needs a Second Factor' });
  await expect(rule).toBeChecked();
  await expect(page.getByText('0 of 1 people have none yet')).toBeVisible();

  // A stolen session cannot allow the password alone.
  await rule.click();
  const proof = page.getByRole('dialog', { name: 'Allow the password alone?' });
  await proof.getByLabel('Password', { exact: true }).fill(secret);
  await proof.getByLabel('Code', { exact: true }).fill(recovery);
  await proof.getByRole('button', { name: 'Allow' }).click();
  await expect(rule).not.toBeChecked();
});

test('a forgotten password is helped by a link to hand over where there is no mail', async ({
  page,
}) => {
  await page.goto(`${server.url}/forgot-password`);
  await expect(page.getByText('No mail can be sent from here.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const headers = { authorization: `Bearer ${session.authToken}` };
  const { data } = await (await page.request.get(`${server.url}/api/User`, { headers })).json();
  const { id } = data.find((one: Record<string, string>) => one['email'] === amina);
  await storeSession(page, session, server.url);
  await page.goto(`${server.url}/users/${id}`);
  await button(page, 'Send Password Link').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Link' }).click();
  const shown = page.getByRole('dialog', { name: /^Give this link to/ });
  const link = (await shown.getByText(/set-password#/).textContent()) ?? '';
  await page.evaluate(() => localStorage.clear());

  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill('Matooke-and-beans-7');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('Matooke-and-beans-7');
  await button(page, 'Set Password').click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await typePassword(page, amina, { secret: 'Matooke-and-beans-7', at: `${server.url}/login` });
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
});
