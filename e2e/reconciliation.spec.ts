import { kampalaDay, dayMs } from '@sente/contract/kampala';
import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

test('a case is found in a statement, proposed by one person and settled by another', async ({
  page,
}) => {
  const { authToken } = await sessionOf(page.request, 'finance@sente.test');
  const reference = `${Date.now()}`;
  const [year, month, day] = kampalaDay(Date.now() - 2 * dayMs).split('-');
  const csv = [
    'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance',
    `${reference},${day}/${month}/${year} 12:00,,FRI:256772990011/MSISDN,,FRI:1/MM,OWN,77000000,977000000`,
    '',
  ].join('\n');
  const uploaded = await page.request.post(
    `/api/NetworkStatements?network=MTN&wallet=both&name=${reference}.csv`,
    {
      headers: { authorization: `Bearer ${authToken}`, 'content-type': 'text/csv' },
      data: csv,
    },
  );
  expect(uploaded.ok(), await uploaded.text()).toBe(true);

  const list = `/reconciliation/cases?search=${reference}`;
  await expect(async () => {
    await openAs(page, 'finance@sente.test', list);
    await expect(page.getByRole('row', { name: /Only at the network/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.getByRole('link', { name: /Only at the network/ }).click();
  const posts = page.getByRole('region', { name: 'What it posts' });
  await expect(posts).toContainText('Suspense');
  // Amounts of eight digits stay within their box on a phone.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height });
  const table = posts.getByRole('table').first();
  await expect
    .poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
  await page.setViewportSize({ width, height });
  await page
    .getByRole('textbox', { name: 'Note' })
    .first()
    .fill('On the statement, and nobody knows the number');
  await page.getByRole('button', { name: 'Propose' }).click();
  await expectToast(page, 'Proposed. A second person has to approve it.');

  await openAs(page, 'superadmin@sente.test', page.url());
  await page.getByRole('link', { name: /second person approves/ }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
  await openAs(page, 'finance@sente.test', `${list}&state=settled`);
  await expect(page.getByRole('row', { name: /Only at the network/ })).toContainText('Settled');
});
