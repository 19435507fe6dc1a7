import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
import { codeOf, setUpApp, typePassword } from './support/factors.ts';
import { expectMail, linkMailedTo, mailsTo } from './support/mail.ts';
import { createPerson, newMark } from './support/people.ts';
import { rowsOf } from './support/rows.ts';
import { apiSignIn, openAs, password as usualPassword } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const invitation = /invites you to Demo One/;

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(password);
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

test('somebody is invited, chooses a password, signs in, forgets it and chooses another', async ({
  page,
}) => {
  const mark = newMark('amina');
  const email = `${mark}@example.test`;
  await openAs(page, owner, '/client/users/create');
  await page.getByLabel('First Name').fill('Amina');
  await page.getByLabel('Last Name').fill(mark);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Username').fill(mark);
  await button(page, 'Create User').click();
  await expectToast(page, `The invitation is on its way to ${email}`);
  await page.goto(`/client/users?status=pending&search=${mark}`);
  await expect(rowsOf(page)).toContainText('Pending');

  // Once more, from the page of the invited person; only the newer link works.
  const former = await linkMailedTo(email, invitation);
  await rowsOf(page).getByRole('cell').nth(1).click();
  await button(page, 'Resend Invitation').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Resend Invitation' }).click();
  await expectToast(page, `The invitation is on its way to ${email}`);
  await page.goto(former);
  await expect(heading(page, 'This link does not work')).toBeVisible();

  await page.goto(await linkMailedTo(email, invitation, 1));
  await expect(heading(page, 'Welcome to Sente')).toBeVisible();
  await expect(page).toHaveURL('/set-password');
  // A reload keeps the link, which is not in the address.
  await page.reload();
  await expect(heading(page, 'Welcome to Sente')).toBeVisible();
  await expect(page).toHaveURL('/set-password');
  await choose(page, `${mark}-1A`);
  await button(page, 'Set Password').click();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await choose(page, 'Rolex-with-tea-5');
  await button(page, 'Set Password').click();
  await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await signIn(page, 'Rolex-with-tea-5');
  await expect(page).toHaveURL('/client');

  // Once more in the same browser.
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await signIn(page, 'Rolex-with-tea-5');
  await expect(page).toHaveURL('/client');

  // Forgets what tells this browser from others.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send Link').click();
  await expect(page.getByText(/If the address belongs to a user/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto(await linkMailedTo(email, /^Choose a new password/));
  await choose(page, 'Matooke-at-noon-8');
  await button(page, 'Set Password').click();
  await expectMail(email, /password was changed/);
  // A mail about one of the two sign-ins would have come before this one: the browser was not new.
  expect(await mailsTo(email, /^New sign-in/)).toEqual([]);
  await signIn(page, 'Matooke-at-noon-8');
  await expect(page).toHaveURL('/client');
  expect(await expectMail(email, /^New sign-in/)).toContain('With: Chrome on Linux');
});

test('an email that a colleague enters counts once the person at the new address confirms it', async ({
  page,
}) => {
  const email = await createPerson(page.request, { by: owner, role: 'Manager' });
  const newEmail = `new-${email}`;
  await openAs(page, owner, `/client/users?search=${email}`);
  await rowsOf(page).getByRole('cell').nth(1).click();
  await page.getByRole('link', { name: 'Edit User' }).click();
  await page.getByLabel('Email Address').fill(newEmail);
  await button(page, 'Save Changes').click();
  await expect(page.getByText(`Waits for confirmation of ${newEmail}`)).toBeVisible();
  await expectMail(email, /email address will change/);
  // Until then the person signs in as before.
  await apiSignIn(page.request, email);

  await page.goto(await linkMailedTo(newEmail, /^Confirm your new email/));
  await expect(page).toHaveURL('/confirm-email');
  await page.reload();
  await button(page, 'Confirm Email').click();
  await expect(page.getByText(`You sign in with ${newEmail} now.`)).toBeVisible();
  await expectMail(email, /email address was changed/);
  await apiSignIn(page.request, newEmail);
});

test('a colleague who shows that it is them sends a password link, and the others are told', async ({
  page,
}) => {
  // In a company of its own: nothing else is mailed to its administrators.
  const by = 'admin@sente.test';
  const { id: companyId } = await createCompany(page, 'Helpers');
  const told = await createPerson(page.request, { by, companyId, role: 'Admin' });
  const helper = await createPerson(page.request, { by, companyId, role: 'Admin' });
  const helped = await createPerson(page.request, { by, companyId });
  await typePassword(page, helper);
  await expect(page).toHaveURL('/client');
  await page.goto('/client/settings?tab=security');
  await button(page, 'Set Up').click();
  const secret = await setUpApp(page);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recovery = (await codes.first().textContent()) ?? '';
  await button(page, 'I Have Saved Them').click();
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await typePassword(page, helper);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.getByLabel('Trust this browser for 30 days').check();
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL('/client');
  // A sign-in in a trusted browser shows no factor.
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await typePassword(page, helper);
  await expect(page).toHaveURL('/client');

  await page.goto(`/client/users?search=${helped}`);
  await rowsOf(page).getByRole('cell').nth(1).click();
  await button(page, 'Send Password Link').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(`goes to ${helped}`);
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(usualPassword);
  await question.getByLabel('Code', { exact: true }).fill('000000');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText(/This code is not right/)).toBeVisible();
  await question.getByLabel('Code', { exact: true }).fill(recovery);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, `The link is on its way to ${helped}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const news = (await expectMail(told, /^A password link was made$/)).replaceAll(/\s+/g, ' ');
  const nameOf = (email: string) => `Amina ${email.split('@')[0]}`;
  expect(news).toContain(
    `${nameOf(helper)} made a link with which ${nameOf(helped)} can choose a new password.`,
  );

  await page.evaluate(() => localStorage.clear());
  await page.goto(await linkMailedTo(helped, /^Choose a new password/));
  await expect(heading(page, 'Choose a new password')).toBeVisible();
  await choose(page, 'Matooke-at-noon-8');
  await button(page, 'Set Password').click();
  await expect(page.getByLabel('Email')).toHaveValue(helped);
  await signIn(page, 'Matooke-at-noon-8');
  await expect(page).toHaveURL('/client');
  expect(await expectMail(helped, /password was changed/)).toContain('with a link that Amina');
});
