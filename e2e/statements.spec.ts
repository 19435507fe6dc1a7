import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';

test('staff upload a statement, see its bad lines, and upload it again', async ({ page }) => {
  const id = String(Date.now());
  const name = `mtn-${id}.csv`;
  const line = (number: number, amount: string) =>
    `${id}${number},10/03/2025 10:00,FRI:256772123456/MSISDN,Mobile Money,SARAH NAKATO,"${amount}"`;
  const content = [
    'Id,Date,From,From account,From name,Amount',
    line(1, '2,000'),
    line(2, '5,000'),
    line(3, 'five'),
  ].join('\r\n');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };

  await openAs(page, 'superadmin@sente.test', '/admin');
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page).toHaveURL('/reconciliation');
  await page.getByRole('link', { name: 'Statements' }).click();
  await page.getByRole('button', { name: 'Upload statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a statement' });
  await dialog.getByLabel('Network').selectOption('MTN MoMo');
  await dialog.getByLabel('Wallet').selectOption('Collections only');
  await dialog.getByLabel('CSV File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText('2 new, 0 known, 1 bad line')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText(/The same file was imported before/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await expect(rowsOf(page).filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('MTN payments received')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Bad lines');
  await expect(rowsOf(page)).toContainText('The amount "five" is no number');
});
