import { apiTransactions } from '@sente/contract/api-transactions';
import { readCompanyAnalytics } from '@sente/contract/company-analytics';
import { readCompanyStatistics } from '@sente/contract/company-statistics';
import { networks } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { companyAnalytics } from '../../testing/analytics.ts';
import { companyStatistics } from '../../testing/records.ts';
import { serve } from '../../testing/server.ts';
import { anApiTransaction, apiTransactionsMeta, aTransaction } from '../../testing/transactions.ts';

const reversedId = '01900000-0000-7000-8000-000000000001';
const reversalId = '01900000-0000-7000-8000-000000000002';
const reversed = { id: reversedId, reversalOf: null, reversedBy: reversalId };
const reversal = { id: reversalId, reversalOf: reversedId, reversedBy: null };
const ordinary = aTransaction({ id: '01900000-0000-7000-8000-000000000003', reference: 'OTHER' });
beforeEach(() => {
  const rows = [
    aTransaction({ ...reversal, type: 'debit', description: 'Reversal: Sale of airtime' }),
    aTransaction(reversed),
    { ...ordinary, description: 'Another sale' },
  ];
  const meta = {
    totalCount: 3,
    isCountExact: true,
    isCapped: false,
    nextAfter: null,
    searchedTo: null,
  };
  serve(transactions.ofCompany, ok(rows, meta));
});

it('the list marks both and links each to the other', async () => {
  await renderPage('/client/transactions', { as: owner });
  const taken = within(await rowOf('Reversal: Sale of airtime'));
  const link = taken.getByText('Reversal').closest('a');
  expect(link).toHaveAttribute('href', `/client/transactions/${reversedId}`);
  expect(link).toHaveAccessibleName(`Reversal of transaction ${reversedId}`);
  const back = within(await rowOf('Sale of airtime'))
    .getByText('Reversed')
    .closest('a');
  expect(back).toHaveAttribute('href', `/client/transactions/${reversalId}`);
  expect(await rowOf('Another sale')).not.toHaveTextContent(/Revers/);
});

it('an amount that was reversed is not coloured as income', async () => {
  await renderPage('/client/transactions', { as: owner });
  const amountIn = async (text: string) =>
    within(await rowOf(text)).getByText(/[+-]25,000\.50/).className;
  expect(await amountIn('Another sale')).toContain('success');
  expect(await amountIn('Sale of airtime')).not.toContain('success');
  expect(await amountIn('Reversal: Sale of airtime')).not.toContain('danger');
});

it('the list of API transactions marks what was reversed and leads to the reversal', async () => {
  const rows = [
    anApiTransaction({ reversed_by: reversalId }),
    anApiTransaction({ record_id: reversalId }),
  ];
  serve(apiTransactions.ofCompany, ok(rows, { ...apiTransactionsMeta, totalCount: 2 }));
  serve(networks.list, ok([]));
  await renderPage('/client/apitransactions', { as: owner });
  const marks = await screen.findAllByText('Reversed');
  expect(marks.map((mark) => mark.closest('a')?.getAttribute('href'))).toEqual([
    `/client/transactions/${reversalId}`,
  ]);
});

it('recent activity marks it', async () => {
  const [activity] = companyStatistics.recentActivities;
  serve(
    readCompanyStatistics,
    ok({ ...companyStatistics, recentActivities: [{ ...activity!, ...reversed }] }),
  );
  await renderPage('/client', { as: owner });
  const mark = within(await rowOf('Rent for March'))
    .getByText('Reversed')
    .closest('a');
  expect(mark).toHaveAttribute('href', `/client/transactions/${reversalId}`);
});

it.each(['transfer', 'advance'])('recent activity has no colour for a %s', async (kind) => {
  const [activity] = companyStatistics.recentActivities;
  const moved = { kind, status: 'completed' as const, net: -1_500 };
  const earlier = { ...activity!, ...moved, kind: 'payout', description: 'Fuel' };
  serve(
    readCompanyStatistics,
    ok({ ...companyStatistics, recentActivities: [{ ...activity!, ...moved }, earlier] }),
  );
  await renderPage('/client', { as: owner });
  const toneOf = async (name: string) =>
    within(await rowOf(name))
      .getByText(/1,500/)
      .className.includes('text-danger-text');
  expect(await toneOf('Rent for March')).toBe(false);
  expect(await toneOf('Fuel')).toBe(true);
});

it('analytics say how many are left out, and nothing if none are', async () => {
  serve(readCompanyAnalytics, ok({ ...companyAnalytics, leftOut: 1_204 }));
  const page = await renderPage('/client/analytics', { as: owner });
  expect(await screen.findByText(leftOut)).toHaveTextContent('1,204 left out');
  page.unmount();
  serve(readCompanyAnalytics, ok(companyAnalytics));
  await renderPage('/client/analytics', { as: owner });
  await screen.findByText('completed, before fees', { selector: 'article:first-of-type *' });
  expect(screen.queryByText(leftOut)).not.toBeInTheDocument();
});

const leftOut = /left out: reversals and what they took back, advances, repayments and transfers/;

/** By text: a query by role through all rows takes seconds on a busy machine. */
async function rowOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest('tr, li') as HTMLElement;
}
