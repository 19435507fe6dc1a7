import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { NetworkReport } from '../networks/connector.ts';
import type { StoredPayment } from '../payments.queries.ts';
import type { PollOptions } from './poll-schedule.ts';
import { decide, type Heard } from './rules.ts';
import type { NewReview } from './settlement.queries.ts';

/** What becomes of a payment after something was heard about it. */
export type Plan = { readonly title: string } & (
  | {
      readonly does: 'end';
      readonly status: 'SUCCESS' | 'FAILED';
      readonly reasonCode?: string;
      readonly reason?: string;
      readonly networkReference?: string | null;
      readonly transactionId: string | null;
    }
  | ({ readonly does: 'review' } & Omit<NewReview, 'companyId' | 'paymentId'>)
  | { readonly does: 'nothing' }
);

/** Applies the rules; whatever is to be asked or sent again changes nothing here. */
export function planFor(payment: StoredPayment, heard: Heard, polling: PollOptions): Plan {
  const { report } = heard;
  switch (decide(payment, heard, polling)) {
    case 'pay':
      return succeeding(payment, report.is === 'success' ? report.networkReference : null);
    case 'fail':
      return report.is === 'failed'
        ? failing(report.reasonCode, report.reason)
        : failing('NETWORK_REFUSED', 'The network did not carry out the payment');
    case 'not-sent':
      return failing('NOT_SENT', 'The network could not be reached in time');
    case 'review':
      return review(payment, heard);
    case 'wait':
    case 'send':
    case 'nothing':
      return { does: 'nothing', title: '' };
  }
}

/** "UGX 4,500 was paid; UGX 5,000 was asked for". */
export function otherAmountText(paid: bigint, asked: Pick<StoredPayment, 'amount'>): string {
  const ugx = (hundredths: bigint): string => formatUgx(fromHundredths(hundredths));
  return `${ugx(paid)} was paid; ${ugx(BigInt(asked.amount))} was asked for`;
}

function review(payment: StoredPayment, { report }: Heard): Plan {
  if (payment.status === 'SUCCESS') return contradicted(payment, report);
  if (report.is !== 'success') {
    const isPaid = report.is === 'unknown' && report.saysPaid === true;
    return {
      does: 'review',
      ...noFacts,
      ...(isPaid
        ? {
            kind: 'amount_unknown',
            title: 'The network says that it was paid, but not how much: two people decide',
          }
        : {
            kind: 'unanswered',
            title: 'The network gave no clear answer for too long: two people decide',
          }),
    };
  }
  const { amount, currency, networkReference } = report;
  if (currency !== null && currency !== 'UGX') {
    const title = `The network says that it was paid in ${currency}, another currency: two people decide`;
    const foreign = { amount, currency };
    const facts = { networkAmount: null, networkReference, foreign, title };
    return { does: 'review', kind: 'currency_differs', ...facts };
  }
  const facts = { networkAmount: amount, networkReference, foreign: null };
  if (payment.status === 'FAILED') {
    const title = 'The network says it was paid after all: two people decide';
    return { does: 'review', kind: 'late_success', ...facts, title };
  }
  const paid = amount === null ? 'it was paid' : otherAmountText(amount, payment);
  const title = `The network says that ${paid}: two people decide`;
  return { does: 'review', kind: 'amount_differs', ...facts, title };
}

const noFacts = { networkAmount: null, networkReference: null, foreign: null } as const;

/** The books say that it was paid as ordered, and the network says something else now. */
function contradicted(payment: StoredPayment, report: NetworkReport): Plan {
  const plan = { does: 'review', kind: 'contradicted', ...noFacts } as const;
  if (report.is !== 'success') {
    const why = report.is === 'failed' ? `: ${report.reason}` : '';
    const title = `The network says now that it was not paid${why}. Two people decide`;
    return { ...plan, title };
  }
  const { amount, currency, networkReference } = report;
  if (currency !== null && currency !== 'UGX') {
    const title = `The network says now that it was paid in ${currency}, another currency: two people decide`;
    return { ...plan, networkReference, foreign: { amount, currency }, title };
  }
  const paid = amount === null ? 'it was paid' : otherAmountText(amount, payment);
  const title = `The network says now that ${paid}: two people decide`;
  return { ...plan, networkReference, networkAmount: amount, title };
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
