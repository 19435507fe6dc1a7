import { paymentReviews, type PaymentReview } from '@sente/contract/payment-reviews';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { aReview, proposalOf } from '../../testing/reviews.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import PaymentsToDecide from './payments-to-decide-tab.tsx';

/* One person proposes how a payment ends, and another one is at it as well. */

const { id } = aReview;
const proposed: PaymentReview = { ...aReview, proposal: proposalOf(false) };
const rejection: NonNullable<PaymentReview['rejection']> = {
  decision: 'book',
  proposedBy: 'Olive Ops',
  isOwn: false,
  by: 'Harriet Nakku',
  reason: 'It is another payment',
  at: '2026-01-05T12:00:00.000Z',
};

it("rejects another person's proposal with a reason", async () => {
  open([proposed]);
  await press('Reject');
  const dialog = await screen.findByRole('alertdialog', { name: 'Reject the proposal?' });
  await press('Reject', dialog);
  expect(within(dialog).getByText('A reason is required')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveFocus();
  await user.keyboard(' It is another payment ');
  serve(paymentReviews.reject, ok(aReview));
  serve(paymentReviews.list, ok([{ ...aReview, rejection }]));
  await press('Reject', dialog);
  expect(await screen.findByText('Proposal rejected')).toBeVisible();
  expect(calls(paymentReviews.reject).at(-1)).toMatchObject({
    params: { id },
    body: { decision: 'book', reason: 'It is another payment' },
  });
});

it.each([
  [false, 'Harriet Nakku rejected the proposal of Olive Ops to book it as paid'],
  [true, 'Harriet Nakku rejected your proposal to book it as paid'],
])('says why a proposal was rejected', async (isOwn, text) => {
  open([{ ...aReview, rejection: { ...rejection, isOwn } }]);
  expect(await screen.findByText(/rejected/)).toHaveTextContent(text);
  expect(screen.getByText('It is another payment')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Propose a decision' })).toBeVisible();
});

it('tells apart two payments of one number by what the company wrote', async () => {
  open([aReview]);
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent('Rent of May');
  expect(item).toHaveTextContent('Reference INV-7');
});

const decided = (decision: 'book' | 'fail') => ({
  ...proposed,
  ended: { decision, by: 'Harriet Nakku', at: '2026-01-05T12:00:00.000Z' },
});

it.each([
  ['Confirm', 'Book it as paid?', 'book', 'Harriet Nakku has just booked it as paid'],
  ['Reject', 'Reject the proposal?', 'fail', 'Harriet Nakku has just left it as failed'],
] as const)('says who decided while %s was open', async (act, title, decision, text) => {
  open([proposed]);
  await press(act);
  const dialog = await screen.findByRole('alertdialog', { name: title });
  if (act === 'Reject') await user.keyboard('Not agreed');
  serve(paymentReviews.confirm, refused(404, 'This payment does not wait for a decision'));
  serve(paymentReviews.reject, refused(404, 'This payment does not wait for a decision'));
  serve(paymentReviews.list, ok([]));
  serve(paymentReviews.get, ok(decided(decision)));
  await press(act, dialog);
  const told = await screen.findByRole('alertdialog', { name: text });
  expect(within(told).queryByRole('button', { name: act })).not.toBeInTheDocument();
  await press('Close', told);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('says who proposed or rejected while a question was open', async () => {
  open([aReview]);
  await press('Propose a decision');
  const dialog = await screen.findByRole('alertdialog', { name: 'How should this payment end?' });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /Decision/ }), 'book');
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'By the statement');
  const taken = 'Somebody has proposed a decision. Confirm or reject it first.';
  serve(paymentReviews.propose, refused(409, taken));
  serve(paymentReviews.list, ok([proposed]));
  await press('Propose', dialog);
  const told = await screen.findByRole('alertdialog', {
    name: 'Olive Ops has just proposed: Book it as paid',
  });
  await press('Close', told);
  await press('Confirm');
  const confirm = await screen.findByRole('alertdialog', { name: 'Book it as paid?' });
  serve(paymentReviews.confirm, refused(409, 'Nobody has proposed a decision yet'));
  serve(paymentReviews.list, ok([{ ...aReview, rejection }]));
  await press('Confirm', confirm);
  const rejected = await screen.findByRole('alertdialog', {
    name: 'Harriet Nakku has just rejected the proposal',
  });
  expect(rejected).toHaveAccessibleDescription('Reason: It is another payment');
});

function open(reviews: PaymentReview[]) {
  serve(paymentReviews.list, ok(reviews));
  return renderPart(<PaymentsToDecide />);
}
