import type { Page } from '@playwright/test';
import { approveAs } from './support/approvals.ts';
import { expect, test } from './support/test.ts';
import { createCompany } from './support/company.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const card = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Fees', exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Set Fee' });

test('staff set a fee, schedule the next one and withdraw it', async ({ page }) => {
  const { id } = await createCompany(page, 'Fees');
  await openAs(page, admin, `/companies/${id}?tab=terms`);
  // Of settlements that of the platform is shown.
  await expect(card(page).getByText('No fee')).toHaveCount(3);
  await card(page).getByRole('button', { name: 'Set Fee' }).click();
  await dialog(page).getByLabel('Percent').fill('1.5');
  await expect(dialog(page).getByRole('status')).toHaveText(
    'A collection of UGX 10,000 costs UGX 150, now UGX 0: UGX 9,850 reach the account.',
  );
  await dialog(page).getByLabel('Minimum').fill('500');
  await expect(dialog(page).getByRole('status')).toContainText('costs UGX 500');
  await dialog(page).getByLabel('Maximum').fill('100');
  await dialog(page).getByRole('button', { name: 'Set Fee' }).click();
  await expect(dialog(page).getByText('Must not be below the minimum')).toBeVisible();
  await expect(dialog(page).getByLabel('Maximum')).toBeFocused();
  await dialog(page).getByLabel('Maximum').fill('20,000');
  await dialog(page).getByRole('button', { name: 'Set Fee' }).dblclick();
  await expectToast(page, 'Fee set successfully');
  await expect(card(page).getByText('1.5%, at least UGX 500, at most UGX 20,000')).toHaveCount(1);

  await card(page).getByRole('button', { name: 'Set Fee' }).click();
  await dialog(page).getByLabel('Kind of Fee').selectOption('banded');
  await dialog(page).getByLabel('Band 1: up to').fill('5000');
  await dialog(page).getByLabel('Band 1: fee').fill('600');
  await dialog(page).getByRole('button', { name: 'Add Band' }).click();
  await dialog(page).getByLabel('Band 2: up to').fill('50000');
  await dialog(page).getByLabel('Band 2: fee').fill('800');
  await dialog(page).getByLabel('Band 3: fee').fill('20000');
  await expect(dialog(page).getByRole('status')).toContainText('costs UGX 800');
  await dialog(page).getByLabel('Starts').selectOption('later');
  await dialog(page).getByLabel('Date and Time').fill('2020-01-01T08:00');
  await dialog(page).getByRole('button', { name: 'Set Fee' }).click();
  await expect(dialog(page).getByText('Must not be in the past')).toBeVisible();
  await dialog(page).getByLabel('Date and Time').fill('2199-01-31T08:00');
  await dialog(page).getByRole('button', { name: 'Set Fee' }).click();
  await expectToast(page, 'Fee set successfully', 2);

  const planned = page.getByRole('region', { name: 'Planned fees' });
  await expect(planned).toContainText(
    'UGX 600 up to UGX 5,000, UGX 800 up to UGX 50,000, UGX 20,000 above',
  );
  await expect(planned).toContainText('From Jan 31, 2199, 8:00 AM');
  await planned.getByRole('button', { name: /^Remove the fee/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Fee' }).click();
  // Without it the provider earns less.
  await expectToast(page, 'The lower fee waits for a second person');
  await approveAs(page.request, 'superadmin@sente.test', { companyId: id });
  await page.reload();
  await expect(card(page).getByText('1.5%, at least UGX 500, at most UGX 20,000')).toBeVisible();
  await expect(planned).toHaveCount(0);
});
