import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

test('a recipient is saved, chosen in Send Money, and removed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const digits = String(Date.now()).slice(-5);
  const label = `Supplier ${digits}`;
  const remove = page.getByRole('button', { name: `Remove ${label}` });
  await openAs(page, 'owner@demo-two.test', '/client/recipients');
  await page.getByRole('button', { name: 'Add Recipient' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add Recipient' });
  await adding.getByLabel('Name').fill(label);
  await adding.getByLabel('Phone Number').fill(`07724${digits}`);
  await adding.getByLabel('Network').selectOption('MTN');
  await expect(adding.getByText(/^Registered to/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `${label} saved`);
  await expect(remove).toBeVisible();
  await expectToFit(page);

  await page.goto('/client?action=send-money');
  const sending = page.getByRole('dialog', { name: 'Send Money' });
  const saved = sending.getByLabel('Saved Recipient');
  const option = saved.getByRole('option', { name: label });
  await saved.selectOption((await option.textContent()) ?? '');
  await expect(sending.getByLabel("Receiver's Phone Number")).toHaveValue(`+256 772 4${digits}`);
  await expect(sending.getByLabel('Network')).toHaveValue('MTN');
  await expect(sending.getByText('This number has another name now')).toBeHidden();

  await page.goto('/client/recipients');
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Recipient removed');
  await expect(remove).toBeHidden();
});
