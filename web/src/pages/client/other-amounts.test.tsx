import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { supportText } from '../../features/transactions/support-text.ts';
import { ok } from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { serve } from '../../testing/server.ts';
import { aTransactionDetails } from '../../testing/transactions.ts';

/* The page of a payment that was booked after its request failed, and of one with another amount. */

const failedId = '01900000-0000-7000-8000-0000000000f1';
const check = {
  kind: 'amount_differs',
  state: 'paid',
  amounts: { asked: 5_000, paid: 4_500 },
} as const;
const failed = { id: failedId, amount: 5_000, reason: 'Another amount was paid' };
const finishedAt = '2026-01-05T10:01:00.000Z';
const payment = aTransactionDetails().payment!;
const paid = aTransactionDetails({
  type: 'credit',
  kind: 'collection',
  amount: 4_500,
  net: 4_475,
  check,
  payment: { ...payment, network: 'AIRTEL', direction: 'collection' },
  summary: 'The whole story.',
  bookedInsteadOf: { ...failed, finishedAt },
});
const note = 'Paid UGX 4,500 of the UGX 5,000 asked: UGX 500 are missing';

describe('the page of a payment with another amount', () => {
  it('names asked, paid and difference in its head and its summary, and is amber', async () => {
    const state = await open(paid.id);
    expect(state).toHaveClass('bg-warning-soft');
    expect(screen.getByText(new RegExp(`^${note} · Collection from`))).toBeVisible();
    const facts = screen.getByRole('heading', { name: 'Summary' }).closest('section');
    expect(facts).toHaveTextContent('Asked ForUGX 5,000UGX 500 are missingAmountUGX 4,500');
    expect(screen.getByText('Completed, another amount')).toHaveClass('text-warning-text');
  });

  it('names the request that it was booked for, with a link', async () => {
    const state = await open(paid.id);
    expect(state).toHaveTextContent(
      /It was booked instead of the request of UGX 5,000.*, which failed on Jan 05, 2026, 1:01.PM: Another amount was paid/,
    );
    expect(within(state).getByText(`transaction ${failedId}`)).toBeInTheDocument();
  });

  it('tells whoever comes by the request that failed where they are', async () => {
    const state = await open(failedId);
    expect(state).toHaveTextContent(
      /You opened the request of UGX 5,000.*, which failed on Jan 05, 2026, 1:01.PM: Another amount was paid\. Two people of the provider booked it as this payment of UGX 4,500/,
    );
    expect(within(state).getByText(`transaction ${paid.id}`)).toBeInTheDocument();
    expect(
      screen.getByText(/^The request of UGX 5,000 failed and was booked as this payment/),
    ).toBeVisible();
  });

  it('is pasted into a message with both amounts', () => {
    expect(supportText(paid, 'https://sente.test/x')).toContain(
      `Asked amount: UGX 5,000\nAmount: UGX 4,500`,
    );
  });
});

it('a payment that was booked late says so with its request, though the amount is the same', async () => {
  const late = { kind: 'late_success', state: 'paid' } as const;
  const request = { id: failedId, amount: 4_500, reason: 'expired', finishedAt };
  const state = await open(failedId, { ...paid, check: late, bookedInsteadOf: request });
  expect(state).toHaveTextContent(
    /You opened the request of UGX 4,500.*, which failed on Jan 05, 2026, 1:01.PM: Expired\. Two people of the provider booked it as this payment of UGX 4,500/,
  );
});

async function open(id: string, details = paid): Promise<HTMLElement> {
  serve(transactions.get, ok(details));
  await renderPage(`/client/transactions/${id}`, { as: owner });
  return screen.findByRole('region', { name: 'State' });
}
