import type { PaymentReview } from '@sente/contract/payment-reviews';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import { PaymentsToDecide } from './payments-to-decide.tsx';

const id = '66666666-6666-4666-8666-666666666666';
const late: PaymentReview = {
  id,
  kind: 'late_success',
  companyId: '44444444-4444-4444-8444-444444444444',
  companyName: 'Gulu Builders',
  recordId: '01900000-0000-7000-8000-000000000001',
  transactionId: '01J00000000000000000000000',
  direction: 'collection',
  status: 'FAILED',
  phoneNumber: '256772000001',
  network: 'MTN',
  amount: 1_000,
  networkAmount: 1_000,
  networkReference: null,
  booking: { amount: 1_000, fee: 15, held: 0, voucher: null },
  openedAt: '2026-01-05T10:00:00.000Z',
  proposal: null,
};
const proposalOf = (isOwn: boolean): PaymentReview['proposal'] => ({
  decision: 'book',
  note: 'Seen on the statement of MTN',
  by: 'Olive Ops',
  isOwn,
  at: '2026-01-05T11:00:00.000Z',
});

type Answer = { status?: number; body?: unknown };
const good = (data: unknown): Answer => ({ body: { success: true, data } });

let answers: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const name = `${init?.method ?? 'GET'} ${String(input).replace('/api/', '')}`;
  calls.push(typeof init?.body === 'string' ? `${name} ${init.body}` : name);
  const answer = answers[name];
  if (!answer) throw new Error(`No answer for ${name}`);
  return new Response(JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': 'application/json' },
  });
}

const listCall = 'GET PaymentReviews';

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function open(answer: Answer, search = ''): void {
  answers[listCall] = answer;
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/admin${search}`]} useTransitions={false}>
        <PaymentsToDecide />
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answers = {};
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  [late, 'It had failed here, and later MTN reported that UGX 1,000 was paid.'],
  [
    { ...late, kind: 'amount_differs', status: 'PROCESSING', networkAmount: 900 },
    'MTN reports UGX 900 instead of UGX 1,000.',
  ],
  [
    { ...late, kind: 'account_inactive', status: 'PROCESSING' },
    'MTN reports that UGX 1,000 was paid, but the account is inactive.',
  ],
  [
    { ...late, kind: 'unanswered', status: 'PROCESSING', networkAmount: null },
    'MTN was asked for a day and never told whether it was paid.',
  ],
] as const)('says why people have to decide: $kind', async (review, text) => {
  open(good([review]));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('Gulu Builders')).toBeVisible();
});

const bookedText = 'UGX 985 is credited to Gulu Builders: UGX 1,000 less the fee of UGX 15.';

it('proposes a decision with a note, and asks for what is missing', async () => {
  open(good([late]));
  await user.click(await screen.findByRole('button', { name: 'Propose' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'How should this payment end?' });
  const propose = within(dialog).getByRole('button', { name: 'Propose' });
  await user.click(propose);
  expect(within(dialog).getByText('Decision is required')).toBeVisible();
  expect(within(dialog).getByText('A note is required')).toBeVisible();
  const decision = within(dialog).getByRole('combobox', { name: /Decision/ });
  expect(decision).toHaveFocus();
  expect(decision).toHaveTextContent('Book it as paidLeave it as failed');
  await user.selectOptions(decision, 'book');
  expect(within(dialog).getByText(bookedText)).toBeVisible();
  await user.click(propose);
  expect(within(dialog).getByRole('textbox', { name: /Note/ })).toHaveFocus();
  await user.keyboard(' Seen on the statement ');
  // A refusal keeps what was typed.
  answers[`POST PaymentReviews/${id}/propose`] = { status: 409, body: { message: 'Not now' } };
  await user.click(propose);
  expect(await within(dialog).findByText('Not now')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: /Note/ })).toHaveValue(
    ' Seen on the statement ',
  );
  answers[`POST PaymentReviews/${id}/propose`] = good(late);
  answers[listCall] = good([{ ...late, proposal: proposalOf(true) }]);
  await user.click(propose);
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls).toContain(
    `POST PaymentReviews/${id}/propose {"decision":"book","note":"Seen on the statement"}`,
  );
  expect(await screen.findByText('Somebody else has to confirm your proposal.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled();
});

it('confirms the proposal of another, and sends what was seen', async () => {
  open(good([{ ...late, proposal: proposalOf(false) }]));
  const proposal = await screen.findByText('Seen on the statement of MTN');
  expect(proposal.parentElement).toHaveTextContent(/Book it as paid proposed by Olive Ops/);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Book it as paid?' });
  answers[`POST PaymentReviews/${id}/confirm`] = { status: 500, body: {} };
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('Failed to confirm the decision')).toBeVisible();
  answers[`POST PaymentReviews/${id}/confirm`] = good(null);
  answers[listCall] = good([]);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Decision confirmed')).toBeVisible();
  expect(calls).toContain(`POST PaymentReviews/${id}/confirm {"decision":"book"}`);
  expect(await screen.findByText('No payments wait for a decision.')).toBeVisible();
});

const waiting = { ...late, status: 'PROCESSING' };
const payout = { ...late, direction: 'payout' as const };
const voucherTexts = [
  ['kept', 'The voucher that is kept for it is handed out.'],
  ['next', 'The next free voucher of the product is handed out.'],
  ['none_left', 'No voucher of the product is left: upload codes first, or booking it is refused.'],
  ['too_little', 'No voucher is handed out, because less than its price was paid.'],
] as const;

it.each<[PaymentReview, 'book' | 'fail', string]>([
  [late, 'book', bookedText],
  [
    { ...late, booking: { ...late.booking, fee: 0 } },
    'book',
    'UGX 1,000 is credited to Gulu Builders, without a fee.',
  ],
  [
    { ...late, booking: { ...late.booking, amount: 10 } },
    'book',
    'UGX 10 was paid, but the fee of UGX 15 takes all of it: booking it is refused.',
  ],
  ...voucherTexts.map(([voucher, text]): [PaymentReview, 'book', string] => [
    { ...late, booking: { ...late.booking, voucher } },
    'book',
    `${bookedText} ${text}`,
  ]),
  [
    { ...payout, booking: { amount: 500, fee: 10, held: 1_025, voucher: null } },
    'book',
    'UGX 500 and the fee of UGX 10 leave the account of Gulu Builders. The other UGX 515 of the hold is free again.',
  ],
  [
    { ...payout, booking: { amount: 1_000, fee: 25, held: 1_025, voucher: null } },
    'book',
    'UGX 1,000 and the fee of UGX 25 leave the account of Gulu Builders. That is all that is held for it.',
  ],
  [
    { ...payout, booking: { amount: 2_000, fee: 25, held: 1_025, voucher: null } },
    'book',
    'UGX 2,000 and the fee of UGX 25 leave the account of Gulu Builders. That is UGX 1,000 more than is held for it.',
  ],
  [
    { ...payout, booking: { amount: 1_000, fee: 0, held: 0, voucher: null } },
    'book',
    'UGX 1,000, without a fee, leaves the account of Gulu Builders. Nothing is held for it, so the account must have it.',
  ],
  [late, 'fail', 'It stays failed, and nothing is credited to Gulu Builders.'],
  [payout, 'fail', 'It stays failed, and nothing leaves the account of Gulu Builders.'],
  [waiting, 'fail', 'Nothing is credited to Gulu Builders.'],
  [
    { ...waiting, booking: { ...late.booking, voucher: 'kept' } },
    'fail',
    'Nothing is credited to Gulu Builders. The voucher that is kept for it is free again.',
  ],
  [
    { ...waiting, direction: 'payout', booking: { ...late.booking, held: 1_015 } },
    'fail',
    'UGX 1,015 that is held is free again on the account of Gulu Builders.',
  ],
])('says what confirming it does', async (review, decision, text) => {
  open(good([{ ...review, proposal: { ...proposalOf(false), decision } }]));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(
    `${text} It is done at once and cannot be undone.`,
  );
});

it('withdraws a proposal', async () => {
  open(good([{ ...late, proposal: proposalOf(true) }]));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw the proposal?' });
  answers[`POST PaymentReviews/${id}/withdraw`] = good(late);
  answers[listCall] = good([late]);
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Proposal withdrawn')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Propose' })).toBeVisible();
});

it('says when the list cannot be loaded, and reads it again', async () => {
  open({ status: 500, body: { message: 'Too slow' } });
  const panel = (await screen.findByText('Failed to load the payments to decide')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(panel).toHaveTextContent('Too slow');
  answers[listCall] = good([late]);
  await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByText('Gulu Builders')).toBeVisible();
});

it('opens the trace of one in the address, and closes it there', async () => {
  open(good([late]));
  const trace = `trace=${late.companyId}.${late.recordId}`;
  await user.click(await screen.findByRole('button', { name: 'Payment trace' }));
  const panel = await screen.findByRole('dialog', { name: 'Payment trace' });
  expect(screen.getByTestId('where')).toHaveTextContent(`?${trace}`);
  expect(calls).toContain(`GET Transaction/${late.companyId}/transactions/${late.recordId}/trace`);
  await user.click(within(panel).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByTestId('where')).toBeEmptyDOMElement();
});

it('shows the trace in the address although the payment left the list', async () => {
  open(good([]), `?trace=${late.companyId}.${late.recordId}`);
  expect(await screen.findByRole('dialog', { name: 'Payment trace' })).toBeVisible();
  expect(calls).toContain(`GET Transaction/${late.companyId}/transactions/${late.recordId}/trace`);
});
