import type { Approval, ApprovalEvent } from '@sente/contract/approval';
import { failureReason } from '@sente/contract/failure-reason';
import { formatUgx } from '@sente/contract/money';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { toUgx } from '../db/amounts.ts';
import type { DetailsRow } from './transaction-details.queries.ts';

type Step = TransactionDetails['steps'][number];

const plain = { isGood: null, exchange: null } as const;

/** Of a transaction without a payment: the ledger alone knows it. */
export function ledgerSteps(row: DetailsRow): Step[] {
  const at = row.created_at.toISOString();
  const end = endOf(row);
  if (end?.at === at) return [end];
  const asked: Step = { ...plain, at, kind: 'requested', lane: 'ledger', title: 'Asked for' };
  return end ? [asked, end] : [asked];
}

function endOf({ status, finished_at, reason, net, account_name }: DetailsRow): Step | null {
  if (status === 'pending' || !finished_at) return null;
  const at = finished_at.toISOString();
  if (status === 'failed') {
    const title = `Failed: ${failureReason(reason)}`;
    return { at, kind: 'failed', lane: 'ledger', title, isGood: false, exchange: null };
  }
  const title = net === null ? 'Booked' : `Booked: ${movedText(net, account_name)}`;
  return { at, kind: 'settled', lane: 'ledger', title, isGood: true, exchange: null };
}

/** "UGX 5,000 reached Main". */
export function movedText(net: string, account: string): string {
  const amount = toUgx(net);
  return `${formatUgx(Math.abs(amount))} ${amount < 0 ? 'left' : 'reached'} ${account}`;
}

/** What a payout may take is held from its beginning, and is free again when it fails. */
export function holdSteps(row: DetailsRow): Step[] {
  const held = toUgx(row.held);
  if (held === 0) return [];
  const step = (at: Date, title: string): Step => ({
    ...plain,
    at: at.toISOString(),
    kind: 'hold',
    lane: 'ledger',
    title: `${formatUgx(held)} ${title}`,
  });
  const { account_name: account, status, finished_at: end } = row;
  return [
    step(row.created_at, `held on ${account}`),
    ...(status === 'failed' && end ? [step(end, `free on ${account} again`)] : []),
  ];
}

/** The trace of a payment has the decisions about it; those about its transaction are told here. */
const told: Partial<Record<Approval['kind'], string>> = {
  reversal: 'Reversal',
  deposit: 'Deposit',
};

const verbs: Partial<Record<ApprovalEvent['what'], string>> = {
  asked: 'asked for',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
};

/** Who asked for a reversal or a deposit, who decided, and why. */
export function approvalSteps(approvals: readonly Approval[]): Step[] {
  return approvals.flatMap(({ kind, history }) => {
    const noun = told[kind];
    if (!noun) return [];
    return history.flatMap(({ at, what, by, text }) => {
      const verb = verbs[what];
      if (!verb) return [];
      const title = `${noun} ${verb}${by ? ` by ${by.name}` : ''}${text ? `: ${text}` : ''}`;
      return [{ ...plain, at, kind: 'approval' as const, lane: 'people' as const, title }];
    });
  });
}
