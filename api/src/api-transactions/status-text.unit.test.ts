import type { PaymentCheck } from '@sente/contract/payment-check';
import { describe, expect, it } from 'vitest';
import { statusText, type PaymentState } from './status-text.ts';

const now = new Date('2026-03-10T11:00:00Z');
const soon = new Date('2026-03-10T11:05:30Z');

const payment: PaymentState = {
  direction: 'collection',
  status: 'PENDING',
  isBooked: false,
  network: 'MTN',
  isBraked: false,
  approvalStep: null,
  isSent: false,
  didAnswer: null,
  nextStepAt: now,
  downUntil: null,
  reason: null,
  hasVoucher: false,
  reversedAt: null,
  check: null,
};
const open = (kind: PaymentCheck['kind']) => ({ kind, state: 'open' }) as const;
const tell = (more: Partial<PaymentState>) => statusText({ ...payment, ...more }, now);

it('says that a payment which the network contradicted is looked into', () => {
  expect(tell({ status: 'SUCCESS', isBooked: true, check: open('contradicted') })).toBe(
    'Paid: MTN has confirmed it and the account was credited. MTN contradicted this afterwards, so two people of the provider decide whether it is reversed.',
  );
});

describe('the status text of an open payment', () => {
  it('says that it waits for a second person', () => {
    expect(tell({ direction: 'payout', approvalStep: 'provider', nextStepAt: null })).toBe(
      'This payout waits for approval by the provider. Until then the money is held on the account.',
    );
  });

  it('says that it is about to be sent', () => {
    expect(tell({})).toBe('Accepted, and sent to MTN in a moment.');
    expect(tell({ nextStepAt: soon })).toBe('Accepted, and sent to MTN at 2:05:30 PM.');
  });

  it('says that it is not sent while the network is down', () => {
    expect(tell({ downUntil: soon })).toBe(
      'Not sent yet: MTN does not answer at the moment. It is sent at 2:05:30 PM.',
    );
    expect(tell({ downUntil: now })).toBe('Accepted, and sent to MTN in a moment.');
  });

  const sent = { isSent: true, nextStepAt: soon } as const;

  it('says that it waits for the payer, or for the network to confirm a payout', () => {
    expect(tell({ ...sent, status: 'PROCESSING', didAnswer: true })).toBe(
      'MTN has it, and the payer has not answered yet. MTN is asked again at 2:05:30 PM.',
    );
    expect(tell({ ...sent, status: 'PROCESSING', didAnswer: true, direction: 'payout' })).toBe(
      'MTN has it and has not confirmed it yet. MTN is asked again at 2:05:30 PM.',
    );
  });

  it.each([
    ['PENDING', null],
    ['PENDING', false],
    ['PROCESSING', false],
  ])('says that the network has not answered: %s, %s', (status, didAnswer) => {
    expect(tell({ ...sent, status, didAnswer })).toBe(
      'MTN has not answered, so it is not known yet whether it was paid. It is never taken for failed: MTN is asked again at 2:05:30 PM.',
    );
  });

  it('names the day when it is another one in Kampala', () => {
    const nextStepAt = new Date('2026-03-10T21:00:00Z');
    expect(tell({ ...sent, status: 'PROCESSING', didAnswer: true, nextStepAt })).toContain(
      'is asked again on March 11, 2026 at 12:00 AM.',
    );
  });

  it.each([
    ['unanswered', 'MTN has not told how it ended.'],
    ['amount_differs', 'MTN says that another amount was paid.'],
    ['account_inactive', 'It was paid, but the account is switched off.'],
  ] as const)('says that it is being checked: %s', (kind, why) => {
    const state = { ...sent, status: 'PROCESSING', nextStepAt: null, check: open(kind) } as const;
    expect(tell(state)).toBe(
      `Being checked: ${why} Do not ask again: the person may pay twice. Two people of the provider decide whether the money comes to the account.`,
    );
  });
});

describe('the status text of a final payment', () => {
  const ended = { isSent: true, didAnswer: true, nextStepAt: null, isBooked: true } as const;

  it('says that it was paid', () => {
    const credited = 'Paid: MTN has confirmed it and the account was credited.';
    expect(tell({ ...ended, status: 'SUCCESS' })).toBe(credited);
    expect(tell({ ...ended, status: 'SUCCESS', hasVoucher: true })).toBe(
      `${credited} The voucher was handed out.`,
    );
    expect(tell({ ...ended, status: 'SUCCESS', direction: 'payout' })).toBe(
      'Paid out: MTN has confirmed it.',
    );
  });

  it('does not say that an account moved if an earlier system booked it', () => {
    const taken = { ...ended, status: 'SUCCESS', isBooked: false } as const;
    const text =
      'Paid in an earlier system, from which it was taken over. That system booked the money;';
    expect(tell({ ...taken, hasVoucher: true })).toBe(
      `${text} no account here was credited. The voucher was handed out.`,
    );
    expect(tell({ ...taken, direction: 'payout' })).toBe(`${text} no account here was debited.`);
  });

  it('says that it was paid and reversed', () => {
    const reversed = { ...ended, status: 'SUCCESS', reversedAt: now } as const;
    expect(tell({ ...reversed, hasVoucher: true })).toBe(
      'Paid: MTN has confirmed it and the account was credited. The voucher was handed out. The provider took the payment back on March 10, 2026 at 2:00 PM: the money left the account again.',
    );
    expect(tell({ ...reversed, direction: 'payout' })).toBe(
      'Paid out: MTN has confirmed it. The provider took the payment back on March 10, 2026 at 2:00 PM: the money is on the account again.',
    );
  });

  it('says that it failed, with the reason', () => {
    const failed = { ...ended, status: 'FAILED' } as const;
    expect(tell({ ...failed, reason: 'The payer refused' })).toBe('Failed: the payer refused.');
    expect(tell({ ...failed, reason: 'Expired.' })).toBe('Failed: expired.');
    expect(tell(failed)).toBe('Failed: no reason was given.');
    expect(tell({ ...failed, direction: 'payout', reason: 'Rejected' })).toBe(
      'Failed: rejected. The held money is free on the account again.',
    );
  });

  it('says that it failed and was later reported as a success', () => {
    const late = { ...ended, status: 'FAILED', reason: 'Expired' } as const;
    expect(tell({ ...late, check: open('late_success') })).toBe(
      'Failed, being checked: MTN says that it was paid. Do not ask again: the person may pay twice. Two people of the provider decide whether the money comes to the account. The first answer was: expired.',
    );
    expect(tell({ ...late, check: { kind: 'late_success', state: 'not_paid' } })).toBe(
      'Failed: expired. Two people of the provider have checked what the network said: it was not paid.',
    );
  });

  it('says that it was paid after it had failed', () => {
    const check = { kind: 'late_success', state: 'paid' } as const;
    expect(tell({ ...ended, status: 'SUCCESS', check })).toBe(
      'Paid: MTN has confirmed it and the account was credited. It had failed before: MTN reported it as paid late, and two people of the provider booked it.',
    );
  });

  it('shows an unknown status as it is', () => {
    expect(tell({ ...ended, status: 'REFUNDED' })).toBe(
      'Taken over from an earlier system, with the status REFUNDED.',
    );
  });
});
