import type { Approval } from '@sente/contract/approval';
import type { LimitSubject } from '@sente/contract/approval-kinds';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';

interface Fact {
  label: string;
  value: ReactNode;
}

const link = 'rounded-sm underline underline-offset-3';

/** The records that it concerns, for staff. */
export function linksOf(approval: Approval): Fact[] {
  const { transactionId, brakeId, caseId, statementId, batchId } = approval;
  const to = (label: string, text: string, address: string | null): Fact[] =>
    address === null
      ? []
      : [
          {
            label,
            value: (
              <Link to={address} className={link}>
                {text}
              </Link>
            ),
          },
        ];
  return [
    ...(transactionId
      ? [
          {
            label: 'Transaction',
            value: (
              <TransactionLink transactionId={transactionId} className={link}>
                Open the transaction
              </TransactionLink>
            ),
          },
        ]
      : []),
    ...to('Payout brake', 'Look at the payouts', brakeId && paths.payoutBrake(brakeId)),
    ...to('Case', 'Look at both sides', caseId && paths.reconciliationCase(caseId)),
    ...to('Statement', 'Look at its lines', statementId && paths.statement(statementId)),
    ...to('Batch', 'Look at the settlements', batchId && paths.settlementBatch(batchId)),
    ...to(
      'Account',
      'Open the account',
      // Otherwise the name under From leads to it.
      takesFromAccount(approval) ? null : accountAddress(approval),
    ),
    ...limitLinkOf(approval, to),
  ];
}

function takesFromAccount({ from, kind }: Approval): boolean {
  return from !== null && kind !== 'suspense';
}

function accountAddress({ companyId, accountId }: Approval): string | null {
  return companyId && accountId && paths.companyAccount(companyId, accountId);
}

/** For staff, the account that it takes from. */
export function accountLink(approval: Approval, portal: 'admin' | 'client'): ReactNode {
  const isLinked = portal === 'admin' && takesFromAccount(approval);
  const address = isLinked ? accountAddress(approval) : null;
  if (address === null) return null;
  return (
    <Link to={address} className={link}>
      {approval.from}
    </Link>
  );
}

/** Where what a request of the kind "limit" changes is set. */
function limitLinkOf(
  { limitOf, companyId }: Approval,
  to: (label: string, text: string, address: string | null) => Fact[],
): Fact[] {
  if (limitOf === null) return [];
  const places: Record<LimitSubject, Fact[]> = {
    limits: to('Limits', 'Open the limits', companyId && paths.companyLimits(companyId)),
    'payout-ceiling': to('Limits', 'Open the limits', companyId && paths.companyLimits(companyId)),
    'platform-settings': to('Settings', 'Open the settings', paths.settings('platform')),
    'blocked-number': to('Blocked numbers', 'Open the blocked numbers', paths.blockedNumbers()),
    'examination-exception': to(
      'API credentials',
      'Open the API credentials',
      companyId && paths.companyCredentials(companyId),
    ),
  };
  return places[limitOf];
}
