import type { Page } from '@playwright/test';
import { codeOf, setUpApp, typePassword } from './support/factors.ts';
import { expectMail, linkMailedTo } from './support/mail.ts';
import { createPerson, createSupport } from './support/people.ts';
import { openAs, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const admin = 'superadmin@sente.test';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('authToken'));
}

test('an authenticator app is set up, asked for at sign-in, and a browser is trusted', async ({
  page,
}) => {
  const email = await createPerson(page.request, { by: owner });
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');
  await page.goto('/client/settings?tab=security');
  await button(page, 'Set Up').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible();
  const secret = await setUpApp(page);
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await button(page, 'I Have Saved Them').click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await signOut(page);
  await typePassword(page, email);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  // That of the set-up is used up, and the next one is accepted already.
  await code.fill(codeOf(secret, 1));
  await page.getByLabel('Trust this browser for 30 days').check();
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL('/client');

  // Without a code, until the browsers are forgotten.
  await signOut(page);
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');
  await page.goto('/client/settings?tab=security');
  await button(page, 'Forget Trusted Browsers').click();
  await expectToast(page, 'Every browser needs a code again');
  await signOut(page);
  await typePassword(page, email);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery Code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/client');
  // The person is told, without a link.
  await expectMail(email, /^A second factor was added/);
  expect(await expectMail(email, /recovery code .* was used/)).not.toMatch(/https?:/);
});

test('the own email is changed with a code, and signs in once it is confirmed', async ({
  page,
}) => {
  const email = await createPerson(page.request, { by: owner, role: 'Manager' });
  const newEmail = `new-${email}`;
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');
  await page.goto('/client/settings?tab=security');
  await button(page, 'Set Up').click();
  const secret = await setUpApp(page);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recovery = (await codes.first().textContent()) ?? '';
  await button(page, 'I Have Saved Them').click();

  await page.goto('/client/settings');
  await page.getByRole('link', { name: 'Edit my details' }).click();
  await page.getByLabel('Email Address').fill(newEmail);
  await page.getByLabel('Current Password', { exact: true }).fill(password);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await button(page, 'Save Changes').click();
  await expect(page.getByText('This code is not right, or it was used already')).toBeVisible();
  await expect(code).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await code.fill(codeOf(secret, 1));
  await button(page, 'Save Changes').click();
  await expectToast(page, `Saved. Open the link that we sent to ${newEmail}`);
  await expect(page.getByText(`Waits for confirmation of ${newEmail}`)).toBeVisible();

  await page.goto(await linkMailedTo(newEmail, /^Confirm your new email/));
  await button(page, 'Confirm Email').click();
  await expect(page.getByText(`You sign in with ${newEmail} now.`)).toBeVisible();
  await signOut(page);
  await typePassword(page, newEmail);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery Code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/client');
});

test('a passkey is added, signs in without a password, and is removed', async ({ page }) => {
  const email = await createPerson(page.request, { by: owner });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');
  await page.goto('/client/settings?tab=security');
  await button(page, 'Add Passkey').click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await button(page, 'Continue').click();
  await button(page, 'I Have Saved Them').click();
  await expect(page.getByText('My phone')).toBeVisible();

  // As the second factor, and alone.
  await signOut(page);
  await typePassword(page, email);
  await button(page, 'Use a passkey').click();
  await expect(page).toHaveURL('/client');
  await signOut(page);
  await page.goto('/login');
  await button(page, 'Sign in with a passkey').click();
  await expect(page).toHaveURL('/client');

  await page.goto('/client/settings?tab=security');
  await button(page, 'Remove My phone').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await expect(dialog.getByText('Your browser asks for your passkey next.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'The passkey is removed');
  await expect(page.getByText('My phone')).toBeHidden();
  await expectMail(email, /^A second factor was removed/);
});

test('two people remove the second factor that a colleague has lost', async ({ page }) => {
  const { email, userId } = await createSupport(page.request, admin);
  await typePassword(page, email);
  await expect(page).toHaveURL('/admin');
  await page.goto('/settings?tab=security');
  await button(page, 'Set Up').click();
  await setUpApp(page);
  await button(page, 'I Have Saved Them').click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await openAs(page, admin, `/users/${userId}`);
  await button(page, 'Remove Second Factor').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('A second person has to approve it.');
  await question.getByLabel('Reason').fill('Lost the phone, came to the office');
  await question.getByLabel('Password', { exact: true }).fill(password);
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'It waits for a second person');
  await expectMail(email, /^Your second factor of Sente will be removed/);
  await page.getByRole('link', { name: 'waits for a second person' }).click();
  await expect(page).toHaveURL(/\/approvals\//);
  const { pathname } = new URL(page.url());

  await openAs(page, 'ops@sente.test', pathname);
  await button(page, 'Approve').click();
  const approval = page.getByRole('dialog');
  await approval.getByLabel('Password', { exact: true }).fill(password);
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(approval).toBeHidden();
  await expectMail(email, /^Your second factor of Sente was removed/);

  await signOut(page);
  await typePassword(page, email);
  await expect(page).toHaveURL('/admin');
});
