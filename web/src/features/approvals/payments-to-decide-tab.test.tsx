import { paymentReviews, type PaymentReview } from '@sente/contract/payment-reviews';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, silent, type Answer } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { support } from '../../testing/people.ts';
import { aReview, proposalOf } from '../../testing/reviews.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import PaymentsToDecide from './payments-to-decide-tab.tsx';

const late = aReview;
const { id, companyId } = aReview;

it('says that the payment of the address is decided already', async () => {
  open(ok([]), `/approvals?payment=${late.recordId}`);
  expect(await screen.findByText('This payment does not wait for a decision')).toBeVisible();
});

it.each([
  [late, 'It had failed here, and later MTN reported that UGX 1,000 was paid.'],
  [
    { ...late, kind: 'amount_differs', status: 'PROCESSING', networkAmount: 900 },
    'MTN reports UGX 900 instead of UGX 1,000.',
  ],
  [
    {
      ...late,
      kind: 'currency_differs',
      status: 'PROCESSING',
      networkAmount: null,
      foreignAmount: 12.5,
      foreignCurrency: 'EUR',
    },
    'MTN reports EUR 12.50, another currency than UGX 1,000 that was asked for.',
  ],
  [
    { ...late, kind: 'account_inactive', status: 'PROCESSING' },
    'MTN reports that UGX 1,000 was paid, but the account is inactive.',
  ],
  [
    { ...late, kind: 'unanswered', status: 'PROCESSING', networkAmount: null },
    'MTN was asked for a day and never told whether it was paid.',
  ],
  [
    { ...late, kind: 'amount_unknown', networkAmount: null, statedAmount: 'required' },
    'MTN reports that it was paid, but not how much.',
  ],
  [
    { ...late, kind: 'contradicted', status: 'SUCCESS', networkAmount: null },
    'It is booked as paid, and later MTN reported that it was not paid.',
  ],
  [
    { ...late, kind: 'contradicted', status: 'SUCCESS', networkAmount: 900 },
    'It is booked as paid, and later MTN reported UGX 900 instead.',
  ],
] as const)('says why a decision is needed: $kind', async (review, text) => {
  open(ok([review]));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('Gulu Builders')).toBeVisible();
});

it('says what becomes of a booked payment that the network contradicts', async () => {
  open(ok([{ ...late, kind: 'contradicted', status: 'SUCCESS', networkAmount: null }]));
  await press('Propose a decision');
  const dialog = await screen.findByRole('alertdialog', { name: 'How should this payment end?' });
  const decision = within(dialog).getByLabelText(/^Decision/);
  await user.selectOptions(decision, 'Reverse it');
  expect(within(dialog).getByText(/leaves the account of Gulu Builders again/)).toBeVisible();
  await user.selectOptions(decision, 'Leave it as booked');
  expect(within(dialog).getByText(/^Nothing changes/)).toBeVisible();
});

const bookedText = 'UGX 985 is credited to Gulu Builders: UGX 1,000 less the fee of UGX 15.';

it('proposes a decision with a note, and requires missing fields', async () => {
  open(ok([late]));
  await press('Propose a decision');
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
  // A refusal keeps the input.
  serve(paymentReviews.propose, refused(409, 'Not now'));
  await user.click(propose);
  expect(await within(dialog).findByText('Not now')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: /Note/ })).toHaveValue(
    ' Seen on the statement ',
  );
  serve(paymentReviews.propose, ok(late));
  serve(paymentReviews.list, ok([{ ...late, proposal: proposalOf(true) }]));
  await user.click(propose);
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  const { params, body } = calls(paymentReviews.propose).at(-1) ?? {};
  expect({ ...params, ...body }).toEqual({ id, decision: 'book', note: 'Seen on the statement' });
  expect(await screen.findByText('Somebody else has to confirm your proposal.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled();
});

it("confirms another person's proposal and sends the version that was shown", async () => {
  open(ok([{ ...late, proposal: proposalOf(false) }]));
  const proposal = await screen.findByText('Seen on the statement of MTN');
  expect(proposal.parentElement).toHaveTextContent(/Book it as paid proposed by Olive Ops/);
  await press('Confirm');
  const dialog = await screen.findByRole('alertdialog', { name: 'Book it as paid?' });
  serve(paymentReviews.confirm, silent);
  await press('Confirm', dialog);
  expect(await within(dialog).findByText('Failed to confirm the decision')).toBeVisible();
  serve(paymentReviews.confirm, ok(null));
  serve(paymentReviews.list, ok([]));
  await press('Confirm', dialog);
  expect(await screen.findByText('Decision confirmed')).toBeVisible();
  expect(calls(paymentReviews.confirm).at(-1)).toMatchObject({
    params: { id },
    body: { decision: 'book' },
  });
  expect(await screen.findByText('No payments wait for a decision.')).toBeVisible();
});

it('asks for what moved in UGX when the network reports another currency', async () => {
  const foreign: PaymentReview = {
    ...late,
    kind: 'currency_differs',
    networkAmount: null,
    foreignCurrency: 'EUR',
    statedAmount: 'required',
  };
  open(ok([foreign]));
  await press('Propose a decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.queryByRole('textbox', { name: /Paid in UGX/ })).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: /Decision/ }), 'book');
  expect(
    dialog.getByText('The amount that you state is booked, with the fee for that amount.'),
  ).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'By the statement');
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  const field = dialog.getByRole('textbox', { name: /Paid in UGX/ });
  expect(field).toHaveFocus();
  expect(dialog.getByText('Amount must be greater than 0')).toBeVisible();
  await user.type(field, '48,000');
  const stated = { ...proposalOf(false), amount: 48_000 };
  serve(paymentReviews.propose, ok(foreign));
  serve(paymentReviews.list, ok([{ ...foreign, proposal: stated }]));
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls(paymentReviews.propose).at(-1)?.body).toEqual({
    decision: 'book',
    note: 'By the statement',
    amount: 48_000,
  });
  expect((await screen.findByText(/Stated as paid/)).textContent).toMatch(/48,000/);
  await press('Confirm');
  serve(paymentReviews.confirm, ok(null));
  await press('Confirm', await screen.findByRole('alertdialog'));
  await waitFor(() =>
    expect(calls(paymentReviews.confirm).at(-1)?.body).toEqual({
      decision: 'book',
      amount: 48_000,
    }),
  );
});

it('lets a person state another amount where the network was silent', async () => {
  const unanswered: PaymentReview = {
    ...late,
    kind: 'unanswered',
    status: 'PROCESSING',
    networkAmount: null,
    statedAmount: 'optional',
  };
  open(ok([unanswered]));
  await press('Propose a decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: /Decision/ }), 'book');
  expect(dialog.getByText(bookedText)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'By the statement');
  serve(paymentReviews.propose, ok(unanswered));
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls(paymentReviews.propose).at(-1)?.body).toEqual({
    decision: 'book',
    note: 'By the statement',
  });
});

const waiting = { ...late, status: 'PROCESSING' };
const payout = { ...late, direction: 'payout' as const };
const voucherTexts = [
  ['kept', 'The voucher that is kept for it is handed out.'],
  ['next', 'The next free voucher of the product is handed out.'],
  [
    'none_left',
    'No voucher of the product is left: it is booked without one, unless codes are uploaded first.',
  ],
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
    { ...late, booking: { ...late.booking, amount: 10, fee: 10 } },
    'book',
    'UGX 10 is booked, and the fee takes all of it.',
  ],
  ...voucherTexts.map(([voucher, text]): [PaymentReview, 'book', string] => [
    { ...late, booking: { ...late.booking, voucher } },
    'book',
    `${bookedText} ${text}`,
  ]),
  [
    { ...payout, booking: { ...late.booking, amount: 500, fee: 10, held: 1_025 } },
    'book',
    'UGX 500 and the fee of UGX 10 leave the account of Gulu Builders. The other UGX 515 of the hold is free again.',
  ],
  [
    { ...payout, booking: { ...late.booking, amount: 1_000, fee: 25, held: 1_025 } },
    'book',
    'UGX 1,000 and the fee of UGX 25 leave the account of Gulu Builders. That is all that is held for it.',
  ],
  [
    { ...payout, booking: { ...late.booking, amount: 2_000, fee: 25, held: 1_025 } },
    'book',
    'UGX 2,000 and the fee of UGX 25 leave the account of Gulu Builders. That is UGX 1,000 more than is held for it.',
  ],
  [
    { ...payout, booking: { ...late.booking, amount: 1_000, fee: 0, held: 0 } },
    'book',
    'UGX 1,000, without a fee, leaves the account of Gulu Builders. Nothing is held for it.',
  ],
  [
    { ...payout, booking: { ...late.booking, fee: 0, advanced: 400, owed: 400 } },
    'book',
    'UGX 1,000, without a fee, leaves the account of Gulu Builders. Nothing is held for it. The account lacks UGX 400: Gulu Builders will owe it to the provider, and later credits repay it.',
  ],
  [
    { ...payout, booking: { ...late.booking, fee: 0, advanced: 400, owed: 900 } },
    'book',
    'UGX 1,000, without a fee, leaves the account of Gulu Builders. Nothing is held for it. The account lacks UGX 400: Gulu Builders will owe it to the provider, UGX 900 in all, and later credits repay it.',
  ],
  [
    { ...late, booking: { ...late.booking, repaid: 985, owed: 15 } },
    'book',
    `${bookedText} UGX 985 of it repays what Gulu Builders owes the provider; UGX 15 is then still owed.`,
  ],
  [
    { ...late, booking: { ...late.booking, isAccountInactive: true } },
    'book',
    `${bookedText} The account is inactive and stays so.`,
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
])('describes the effect of confirming', async (review, decision, text) => {
  open(ok([{ ...review, proposal: { ...proposalOf(false), decision } }]));
  await press('Confirm');
  expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(
    `${text} It is done at once and cannot be undone.`,
  );
});

it('withdraws a proposal', async () => {
  open(ok([{ ...late, proposal: proposalOf(true) }]));
  await press('Withdraw');
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw the proposal?' });
  serve(paymentReviews.withdraw, ok(late));
  serve(paymentReviews.list, ok([late]));
  await press('Withdraw', dialog);
  expect(await screen.findByText('Proposal withdrawn')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Propose a decision' })).toBeVisible();
});

it('offers no decision to staff who may not move money', async () => {
  serve(paymentReviews.list, ok([late]));
  renderPart(<PaymentsToDecide />, { as: support });
  expect(await screen.findByText('Gulu Builders')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View payment' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Propose a decision' })).not.toBeInTheDocument();
});

it('says when the list cannot be loaded, and retries', async () => {
  open(refused(500, 'Too slow'));
  const panel = (await screen.findByText('Failed to load the payments to decide')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(panel).toHaveTextContent('Too slow');
  serve(paymentReviews.list, ok([late]));
  await press('Try Again', panel);
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByText('Gulu Builders')).toBeVisible();
});

it('says in both dialogs whose payment it is', async () => {
  open(ok([late, { ...late, id: companyId, proposal: proposalOf(false) }]));
  await press('Propose a decision');
  await expectPayment(await screen.findByRole('alertdialog'));
  await press('Cancel');
  await press('Confirm');
  const dialog = await screen.findByRole('alertdialog', { name: 'Book it as paid?' });
  await expectPayment(dialog);
  expect(dialog).toHaveTextContent(/Proposed by Olive Ops, .*: Seen on the statement of MTN/);
});

async function expectPayment(dialog: HTMLElement) {
  const payment = within(await within(dialog).findByRole('group', { name: 'The payment' }));
  expect(payment.getByText('+256 772 000001')).toBeVisible();
  for (const text of [/MTN/, 'Gulu Builders', 'Main Account, 1000000001', 'Rent of May', 'INV-7']) {
    expect(payment.getByText(text)).toBeVisible();
  }
  expect(payment.getByText(/^January 04, 2026/)).toBeVisible();
  expect(payment.getByRole('link', { name: 'View payment' })).toHaveAttribute(
    'href',
    `/transactions/${late.recordId}`,
  );
}

it('marks the payment that the address names, which has the focus', async () => {
  const other = '01900000-0000-7000-8000-000000000002';
  open(ok([late, { ...late, id: companyId, recordId: other }]), `/approvals?payment=${other}`);
  const [first, second] = await screen.findAllByRole('listitem');
  await waitFor(() => expect(second).toHaveFocus());
  expect(second).toHaveAttribute('aria-current', 'true');
  expect(first).not.toHaveAttribute('aria-current');
  expect(within(second!).getByText('Failed, being checked')).toBeVisible();
});

it('leads to the page of the payment', async () => {
  open(ok([late]));
  expect(await screen.findByRole('link', { name: 'View payment' })).toHaveAttribute(
    'href',
    `/transactions/${late.recordId}`,
  );
});

function open(answer: Answer, at?: string) {
  serve(paymentReviews.list, answer);
  return renderPart(<PaymentsToDecide />, at === undefined ? {} : { at });
}
