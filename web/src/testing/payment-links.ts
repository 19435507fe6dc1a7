import type { Checkout, PaymentLink } from '@sente/contract/payment-links';
import { ownCompanyId } from './people.ts';

/* Records of payment links as the server returns them. */

export const linkId = '01900020-0000-7000-8000-000000000000';

export function aPaymentLink(fields: Partial<PaymentLink> = {}): PaymentLink {
  return {
    id: linkId,
    companyId: ownCompanyId,
    companyName: 'Gulu Builders',
    url: 'https://pay.example.test/pay/4f0k8t2x9m3q7w5e1r6y0v8b2c',
    kind: 'fixed',
    state: 'active',
    accountId: '55555555-5555-4555-8555-555555555555',
    accountName: 'Hub Takings',
    accountNumber: '100200300',
    amount: 45_000,
    leastAmount: null,
    mostAmount: null,
    product: null,
    purpose: 'Garden chairs',
    reference: 'Order 12',
    isOnce: false,
    expiresAt: null,
    returnUrl: null,
    isStanding: false,
    createdAt: '2026-01-31T09:00:00.000Z',
    createdBy: 'Grace Nakato',
    endedAt: null,
    stopReason: null,
    paidCount: 2,
    paidAmount: 90_000,
    ...fields,
  };
}

type Attempt = Checkout['attempts'][number];

export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    paymentId: '01900021-0000-7000-8000-000000000000',
    status: 'SUCCESS',
    phoneNumber: '256772123456',
    network: 'MTN',
    amount: 45_000,
    reason: null,
    check: null,
    createdAt: '2026-01-31T09:05:00.000Z',
    finishedAt: '2026-01-31T09:05:20.000Z',
    ...fields,
  };
}

export function aCheckout(fields: Partial<Checkout> = {}): Checkout {
  return {
    id: '01900022-0000-7000-8000-000000000000',
    state: 'paid',
    isPaidTwice: false,
    createdAt: '2026-01-31T09:05:00.000Z',
    attempts: [anAttempt()],
    ...fields,
  };
}
