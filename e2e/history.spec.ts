import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const panel = (page: Page) => page.getByRole('dialog');
const entries = (page: Page) => panel(page).getByRole('listitem');

test('the history shows who did what to a company, marks refusals, and filters by person and time', async ({
  page,
}) => {
  // A creation, a change, and a refused delete by a company user.
  const { id, name, phone, headers } = await createCompany(page, 'History');
  const changed = { name, email: `${id}@example.test`, phone: '0772 100001', address: 'Kampala' };
  await page.request.put(`/api/Company/${id}`, { headers, data: changed });
  const { authToken } = await sessionOf(page.request, 'owner@demo-two.test');
  const stranger = { authorization: `Bearer ${authToken}` };
  await page.request.delete(`/api/Company/${id}`, { headers: stranger });
  await openAs(page, admin, `/companies/${id}/api-credentials`);
  const address = page.url();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(panel(page)).toContainText(/History of History/);
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).nth(0)).toContainText('Tried to delete the company');
  await expect(entries(page).nth(0)).toContainText('Refused');
  await expect(entries(page).nth(0)).toContainText('No permission');
  await expect(entries(page).nth(0)).toContainText('(owner@demo-two.test) from ');
  await expect(entries(page).nth(1)).toContainText('Changed the company');
  await expect(entries(page).nth(1)).toContainText(`Phone: ${phone} \u2192 +256772100001`);
  await expect(entries(page).nth(2)).toContainText('Created the company');
  await expect(entries(page).nth(2)).toContainText('just now');

  const person = panel(page).getByRole('searchbox', { name: 'Person (email)' });
  await person.fill('ADMIN@sente');
  await expect(entries(page)).toHaveCount(2);
  await panel(page).getByLabel('Time').selectOption('Last 7 days');
  await expect(entries(page)).toHaveCount(2);
  await panel(page).getByLabel('Time').selectOption('Choose dates...');
  await expect(entries(page)).toHaveCount(2);
  // Includes the refusal, which has its own colour.
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
