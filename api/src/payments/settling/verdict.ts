import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { NetworkReport } from '../networks/connector.ts';
import type { StoredPayment } from '../payments.queries.ts';
import type { NewReview } from './settlement.queries.ts';

/** Reports after which a network normally reports nothing more. */
export type FinalNetworkReport = Extract<NetworkReport, { is: 'success' | 'failed' }>;

export function isFinal(report: NetworkReport): report is FinalNetworkReport {
  return report.is === 'success' || report.is === 'failed';
}

/** Conclusions of the runner without a final report of the network. */
type OwnWord =
  /** Polling ended without a result. */
  | { readonly is: 'unanswered' }
  /** The network never had it, and the order has expired. */
  | { readonly is: 'not-sent' };

/** A reason to settle a payment or to open a review. */
export type FinalReport = FinalNetworkReport | OwnWord;

/** The consequence of a final report. */
export type Plan = { readonly title: string } & (
  | {
      readonly does: 'end';
      readonly status: 'SUCCESS' | 'FAILED';
      readonly reasonCode?: string;
      readonly reason?: string;
      readonly networkReference?: string | null;
      readonly transactionId: string | null;
    }
  | ({ readonly does: 'review' } & Pick<NewReview, 'kind' | 'networkAmount' | 'networkReference'>)
  | { readonly does: 'nothing' }
);

const nothing: Plan = { does: 'nothing', title: '' };
const unanswered: Plan = {
  does: 'review',
  kind: 'unanswered',
  networkAmount: null,
  networkReference: null,
  title: 'The network gave no clear answer for too long: two people decide',
};

/** The rules for settling a payment; other cases become reviews. */
export function planFor(payment: StoredPayment, report: FinalReport): Plan {
  const isOpen = payment.status === 'PENDING' || payment.status === 'PROCESSING';
  if (report.is === 'failed') return isOpen ? failing(report.reasonCode, report.reason) : nothing;
  if (report.is === 'not-sent') {
    // Once the network had it, only the network can report its failure.
    if (payment.status !== 'PENDING') return nothing;
    return failing('NOT_SENT', 'The network could not be reached in time');
  }
  if (report.is === 'unanswered') return isOpen ? unanswered : nothing;
  const facts = { networkAmount: report.amount, networkReference: report.networkReference };
  if (payment.status === 'FAILED') {
    const title = 'The network says it was paid after all: two people decide';
    return { does: 'review', kind: 'late_success', ...facts, title };
  }
  if (!isOpen) return nothing;
  if (report.amount !== null && report.amount !== BigInt(payment.amount)) {
    const paid = formatUgx(fromHundredths(report.amount));
    const title = `The network says that ${paid} was paid, another amount: two people decide`;
    return { does: 'review', kind: 'amount_differs', ...facts, title };
  }
  return succeeding(payment, report.networkReference);
}

export function failing(reasonCode: string, reason: string): Plan {
  const title = `Failed: ${reason}`;
  return { does: 'end', status: 'FAILED', reasonCode, reason, transactionId: null, title };
}

function succeeding(payment: StoredPayment, networkReference: string | null): Plan {
  const amount = BigInt(payment.amount);
  const fee = BigInt(payment.fee);
  const ugx = (hundredths: bigint): string => formatUgx(fromHundredths(hundredths));
  const withFee = fee === 0n ? '' : ` (fee ${ugx(fee)})`;
  const title =
    payment.direction === 'collection'
      ? `Paid: ${ugx(amount - fee)} credited to the account${withFee}`
      : `Paid out: ${ugx(amount + fee)} left the account${withFee}`;
  return { does: 'end', status: 'SUCCESS', networkReference, transactionId: null, title };
}
