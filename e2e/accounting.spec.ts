import { readFile } from 'node:fs/promises';
import { approveAs } from './support/approvals.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToFit } from './support/width.ts';

const admin = 'superadmin@sente.test';
const owner = 'owner@demo-one.test';

test('staff close a day, and a company proves its balance of that day to anybody', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, admin, '/reports');
  await page.getByRole('link', { name: 'Accounting' }).click();
  await expect(page).toHaveURL('/reports/accounting');
  await expect(page.getByText('Debits equal credits')).toBeVisible();
  await page.getByRole('button', { name: /^Close / }).click();
  await page.getByRole('button', { name: 'Ask for Approval' }).click();
  await expect(page.getByText('A second person has to approve it')).toBeVisible();
  await approveAs(page.request, 'finance@sente.test', { kind: 'day' });
  await page.reload();
  const days = page.getByRole('table', { name: 'Days' });
  await expect(days.getByRole('row').filter({ hasText: 'Closed' }).first()).toBeVisible();
  await expectToFit(page);

  const company = await browser.newContext({ baseURL: baseURL ?? '' });
  const settings = await company.newPage();
  await openAs(settings, owner, '/client/settings?tab=company');
  const waiting = settings.waitForEvent('download');
  await settings
    .getByRole('button', { name: /^Download the proof/ })
    .first()
    .click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^proof-of-liabilities-.*\.csv$/);
  const proof = await readFile(await download.path());
  await company.close();

  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  const verify = await stranger.newPage();
  await verify.goto('/verify');
  const changed = Buffer.from(proof.toString().replace(/("Balance","\d)/, '$19'));
  for (const [name, buffer, verdict] of [
    ['right.csv', proof, 'Proved: right.csv'],
    ['changed.csv', changed, 'Not proved: changed.csv'],
  ] as const) {
    await verify
      .getByLabel('Choose statements')
      .setInputFiles({ name, mimeType: 'text/csv', buffer });
    await expect(verify.getByText(verdict)).toBeVisible();
  }
  await stranger.close();
});
