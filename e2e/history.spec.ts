import type { Page } from '@playwright/test';
import { sessionOf, openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const panel = (page: Page) => page.getByRole('dialog');
const entries = (page: Page) => panel(page).getByRole('listitem');

/** A company with a history of its own: made, changed, and a delete that a company user tried. */
async function companyWithHistory(page: Page, changes = 1): Promise<string> {
  const { authToken } = await sessionOf(page.request, admin);
  const headers = { authorization: `Bearer ${authToken}` };
  const stamp = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
  const data = {
    name: `History ${stamp}`,
    email: `history-${stamp}@example.test`,
    phone: '+256 772 555000',
    address: 'Memory Lane 1, Kampala',
  };
  const made = await page.request.post('/api/Company', { headers, data });
  const { id } = (await made.json()).data;
  for (let n = 1; n <= changes; n++) {
    await page.request.put(`/api/Company/${id}`, {
      headers,
      data: { ...data, phone: `0772 ${n}` },
    });
  }
  const owner = await sessionOf(page.request, 'owner@demo-two.test');
  await page.request.delete(`/api/Company/${id}`, {
    headers: { authorization: `Bearer ${owner.authToken}` },
  });
  return id;
}

test('who did what to a company, refusals marked, filtered by person and time', async ({
  page,
}) => {
  const id = await companyWithHistory(page);
  await openAs(page, admin, `/companies/${id}`);
  const address = page.url();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(panel(page)).toContainText(/History of History/);
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).nth(0)).toContainText('Tried to delete the company');
  await expect(entries(page).nth(0)).toContainText('Refused');
  await expect(entries(page).nth(0)).toContainText('No permission');
  await expect(entries(page).nth(0)).toContainText('owner@demo-two.test from ');
  await expect(entries(page).nth(1)).toContainText('Changed the company');
  await expect(entries(page).nth(1)).toContainText('Phone: +256 772 555000 \u2192 0772 1');
  await expect(entries(page).nth(2)).toContainText('Created the company');
  await expect(entries(page).nth(2)).toContainText('just now');

  const person = panel(page).getByRole('searchbox', { name: 'Person (email)' });
  await person.fill('ADMIN@sente');
  await expect(entries(page)).toHaveCount(2);
  await panel(page).getByLabel('Time').selectOption('Last 7 days');
  await expect(entries(page)).toHaveCount(2);
  await panel(page).getByLabel('Time').selectOption('Choose dates...');
  await expect(entries(page)).toHaveCount(2);
  // With the one that was refused, whose mark has a colour of its own.
  await person.fill('');
  await expect(entries(page)).toHaveCount(3);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  }
  await panel(page).getByLabel('To').fill('2020-01-01');
  await expect(panel(page).getByText('Nothing matches these filters.')).toBeVisible();
  await panel(page).getByLabel('From').fill('2021-01-01');
  await expect(panel(page).getByText('Must not be before the first day')).toBeVisible();
  await panel(page).getByLabel('From').fill('2019-01-01');
  await panel(page).getByRole('button', { name: 'Clear Filters' }).click();
  await expect(entries(page)).toHaveCount(3);

  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
});

test('a long history comes page by page', async ({ page }) => {
  const id = await companyWithHistory(page, 30);
  await openAs(page, admin, `/companies/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(entries(page)).toHaveCount(25);
  const more = panel(page).getByRole('button', { name: 'Load more' });
  await page.route('**/api/Audit?*', (route) => route.fulfill({ status: 503, json: {} }));
  await more.click();
  await expect(panel(page).getByText('Failed to load history')).toBeVisible();
  await expect(entries(page)).toHaveCount(25);
  await page.unrouteAll();
  await panel(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(entries(page)).toHaveCount(32);
  await expect(entries(page).last()).toContainText('Created the company');
  await expect(more).toBeHidden();
});

test('reading the credentials is in the history of the company', async ({ page }) => {
  const id = await companyWithHistory(page);
  await openAs(page, admin, `/companies/${id}/api-credentials`);
  await page.getByRole('button', { name: 'Create Credentials' }).click();
  await expect(page.getByText('Never used')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(panel(page).getByText('Created API credentials')).toBeVisible();
  await expect(panel(page).getByText('Viewed the API credentials').first()).toBeVisible();
  await expect(panel(page)).not.toContainText('snt_sk_');
});
