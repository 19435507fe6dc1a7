import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

/** A company whose rules let 50,000 a day go at once and ask a colleague up to 300,000. */
const asker = 'ivan@entebbe.test';
const colleague = 'sylvia@entebbe.test';

test('a payout is asked for, approved by a colleague, and paid', async ({ page }) => {
  // The network's answer alone may take most of a minute.
  test.setTimeout(120_000);
  const note = `Laundry ${Date.now()}`;
  await openAs(page, asker, '/client?action=send-money');
  const dialog = page.getByRole('dialog', { name: 'Send Money' });
  await dialog.getByLabel('From Account').selectOption({ index: 1 });
  await dialog.getByLabel('Amount').fill('60,000');
  await dialog.getByLabel("Receiver's Phone Number").fill('0772 000001');
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: 'Review' }).click();
  const review = dialog.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('A colleague has to approve it');
  await expect(review).toContainText('Sylvia Nanyonga');
  expect(await violations(page)).toEqual([]);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/requests'));
  await dialog.getByRole('button', { name: 'Send Money' }).click();
  const { id } = (await (await answered).json()).data;
  await expect(dialog.getByText('A colleague has to approve it.')).toBeVisible();

  await openAs(page, colleague, '/client/approvals');
  const item = page
    .getByRole('list', { name: 'Approvals' })
    .getByRole('listitem')
    .filter({ hasText: note });
  await item.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve this payout?' });
  await question.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Payout approved');
  const { authToken } = await sessionOf(page.request, 'superadmin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/Transaction/${id}`, { headers })).json()).data.status,
      {
        timeout: 60_000,
      },
    )
    .toBe('completed');
});
