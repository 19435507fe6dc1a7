import { readAdminStatistics } from '@sente/contract/admin-statistics';
import { readAttention } from '@sente/contract/attention';
import { networks } from '@sente/contract/networks';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { catchDownloads, firstFile } from '../../testing/downloads.ts';
import { renderPage } from '../../testing/page.tsx';
import { serve } from '../../testing/server.ts';
import { aSystemTransaction, noAttention, someStatistics } from '../../testing/staff-records.ts';
import { press } from '../../testing/user.ts';

const reversedId = '01900000-0000-7000-8000-000000000001';
const reversalId = '01900000-0000-7000-8000-000000000002';
const reversed = { id: reversedId, reversalOf: null, reversedBy: reversalId };
const reversal = { id: reversalId, reversalOf: reversedId, reversedBy: null };
beforeEach(() => {
  const rows = [
    aSystemTransaction(2, { ...reversal, type: 'Debit' }),
    aSystemTransaction(1, reversed),
    aSystemTransaction(3),
  ];
  const summary = { totalTransactions: 2, totalAmount: 900, leftOut: 3 };
  serve(
    readAdminStatistics,
    ok({ ...someStatistics, recentTransactions: rows, creditSummary: summary }),
  );
  serve(readAttention, ok(noAttention));
  serve(networks.list, ok([]));
  serve(networks.floats, ok([]));
});

it('recent transactions mark both and lead to the other one', async () => {
  await renderPage('/admin');
  expect(
    within(await rowOf('Company 2'))
      .getByText('Reversal')
      .closest('a'),
  ).toHaveAccessibleName(`Reversal of transaction ${reversedId}`);
  expect(within(await rowOf('Company 1')).getByText('Reversed')).toBeVisible();
  expect(await rowOf('Company 3')).not.toHaveTextContent(/Revers/);
});

it('the export names the other one', async () => {
  await renderPage('/admin');
  await rowOf('Company 3');
  const saved = catchDownloads();
  await press('Export');
  const file = await firstFile(saved);
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual([
    '"Reversal"',
    `"Reversal of ${reversedId}"`,
    `"Reversed by ${reversalId}"`,
    '""',
  ]);
});

it('the summary says how many are left out', async () => {
  await renderPage('/admin');
  expect(await screen.findByText(leftOut)).toHaveTextContent('3 left out');
});

const leftOut = /left out: reversals and what they took back, advances, repayments and transfers/;

/** By text: a query by role through all rows takes seconds on a busy machine. */
async function rowOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest('tr, li') as HTMLElement;
}
