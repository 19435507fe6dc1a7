import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test('a visitor looks around as an owner and as an operator, and changes nothing', async ({
  page,
}) => {
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: 'Demo wallet' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Open the demo' }).first().click();
  await expect(page).toHaveURL('/demo?for=wallet');
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Open the demo' }).click();
  await expect(page).toHaveURL('/demo');
  await page.getByRole('button', { name: 'As the owner of a company' }).click();
  await expect(page).toHaveURL('/client');
  await expect(page.getByText('This is the open demo')).toBeVisible();
  await expectRefusal(page, 'v1/InternetProducts', (companyId) => ({
    productCode: 'VISITOR',
    productName: 'Of a visitor',
    amount: 500,
    companyId,
  }));

  await page.goto('/client/internet-products');
  await expect(page.getByText('This is the open demo')).toBeVisible();
  await page.getByRole('button', { name: 'Leave the demo' }).click();
  await expect(page).toHaveURL(/\/(login)?$/);

  await page.goto('/demo');
  await page.getByRole('button', { name: 'As an operator of Sente' }).click();
  await expect(page).toHaveURL('/admin');
  await page.goto('/roles/create');
  await expect(page.getByText('Nothing can be changed in the open demo.')).toBeVisible();
  await page.getByLabel('Role Name').fill('Of a visitor');
  await expect(page.getByRole('button', { name: 'Create Role' })).toBeDisabled();
  await expectRefusal(page, 'Role', () => ({ name: 'Of a visitor' }));
  await page.goto('/roles?search=Of a visitor');
  await expect(page.getByText('No roles match your search.')).toBeVisible();
});

/** Sends with the session of this page what its screens do not send; the same call is right for others. */
async function expectRefusal(
  page: Page,
  path: string,
  body: (companyId: string) => object,
): Promise<void> {
  const [token, companyId] = await page.evaluate(() => [
    localStorage.getItem('authToken'),
    localStorage.getItem('companyId'),
  ]);
  const answer = await page.request.post(`/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: body(companyId ?? ''),
  });
  expect(answer.status()).toBe(403);
  expect((await answer.json()).message).toContain('open demo');
}
