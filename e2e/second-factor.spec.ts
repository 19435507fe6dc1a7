import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectMail } from './support/mail.ts';
import { createPerson } from './support/people.ts';
import { password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeOf = (secret: string, stepsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsLater * 30_000,
  });

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

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
  const key = dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await button(page, 'Confirm').click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await button(page, 'I Have Saved Them').click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await signOut(page);
  await typePassword(page, email);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  expect(await violations(page)).toEqual([]);
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
