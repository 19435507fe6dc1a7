import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { password } from './sign-in.ts';

/* What people do with a second factor. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the app shows; each code is accepted once, and the next one a little early. */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** At the sign-in page of the given address. */
export async function typePassword(
  page: Page,
  email: string,
  { secret = password, at = '/login' } = {},
): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await button(page, 'Sign In').click();
}

/** From the QR code to the recovery codes, which stay on the screen. Returns the secret of the app. */
export async function setUpApp(page: Page): Promise<string> {
  const key = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await button(page, 'Confirm').click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  return secret;
}
