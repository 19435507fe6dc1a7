import { reversedAt } from '../payments/payment-view.ts';
import { refundedOf } from '../payments/refunds.ts';

/* What the till says of money that went back, in its lists, in its sums and about a message. */

/** What was refunded of a payment `p`, as `g.refunded`. */
export const joinRefunded = `cross join lateral (select ${refundedOf('p', 'SUCCESS')} as refunded) g`;

/** Reversed by the provider, or given back whole to whoever paid. */
export const isTakenBack = `(${reversedAt} is not null or g.refunded >= p.amount)`;

/** Given back as a part: the payment itself stays paid. */
export const refundedPart = `case when ${isTakenBack} then 0 else g.refunded end`;
