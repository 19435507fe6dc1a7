import type { PaymentReview } from '@sente/contract/payment-reviews';
import { whyOf } from '@sente/contract/review-words';
import { toUgx } from '../db/amounts.ts';

/** Of a proposal about how a payment ends that waits: what the network said. */
export interface EvidenceAbout {
  /** Amounts in hundredths as text. */
  readonly evidence: {
    readonly kind: PaymentReview['kind'];
    readonly network: string;
    readonly amount: string;
    readonly networkAmount: string | null;
    readonly foreignAmount: string | null;
    readonly foreignCurrency: string | null;
  } | null;
}

/** Of a request `q` with its payment `p`. */
export const evidence = `select jsonb_build_object('kind', r.kind, 'network', p.network,
    'amount', p.amount::text, 'networkAmount', r.network_amount::text,
    'foreignAmount', r.foreign_amount::text, 'foreignCurrency', r.foreign_currency)
  from payment_reviews r where r.id = q.id`;

export function evidenceText(said: NonNullable<EvidenceAbout['evidence']>): string {
  const ugx = (amount: string | null) => (amount === null ? null : toUgx(amount));
  return whyOf({
    ...said,
    amount: toUgx(said.amount),
    networkAmount: ugx(said.networkAmount),
    foreignAmount: ugx(said.foreignAmount),
  });
}
