import type { SystemTransactionDetails } from '@sente/contract/transactions';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { amountItems } from '../../ui/amount-items.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusBadge } from '../../ui/status-badges.tsx';
import { ReversalNote } from './reversal-note.tsx';
import { TransactionSummary } from './transaction-summary.tsx';

interface TransactionHeadProps {
  transaction: SystemTransactionDetails;
  onShow: (id: string) => void;
}

/** The amount, its direction and the status. */
export function TransactionHead({ transaction, onShow }: TransactionHeadProps) {
  const { amount, net, type, status, description, reason } = transaction;
  return (
    <TransactionSummary
      {...{ type, description, reason }}
      amount={Math.abs(net ?? amount)}
      status={<StatusBadge status={status} />}
      hasFailed={status === 'Failed'}
    >
      <ReversalNote row={transaction} onShow={onShow} />
    </TransactionSummary>
  );
}

export function TransactionFacts({ transaction }: { transaction: SystemTransactionDetails }) {
  const { companyId, companyName, accountId, accountName, accountNumber } = transaction;
  const { isCompanyArchived, id, reference, kind } = transaction;
  return (
    <div className="flex flex-col gap-5">
      <DetailList
        items={[
          {
            label: 'Company',
            value: isCompanyArchived ? (
              <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
                {companyName} <Badge>Archived</Badge>
              </span>
            ) : (
              <PageLink to={paths.company(companyId)}>{companyName}</PageLink>
            ),
          },
          {
            label: 'Account',
            value: (
              <>
                {/* A system account has no number and no page. */}
                {isCompanyArchived || accountNumber === '' ? (
                  <span className="wrap-anywhere">{accountName}</span>
                ) : (
                  <PageLink to={paths.companyAccount(companyId, accountId)}>{accountName}</PageLink>
                )}
                <span className="tabular block text-13 text-muted">{accountNumber}</span>
              </>
            ),
          },
          {
            label: 'Reference',
            value: reference ? <Copyable value={reference} label="Reference" /> : 'None',
          },
          { label: 'Kind', value: kindWord(kind) },
          ...amountItems({
            ...transaction,
            direction: transaction.type === 'Credit' ? 'credit' : 'debit',
            isPending: transaction.status === 'Pending',
          }),
        ]}
      />
      <DetailList
        columns={1}
        items={[{ label: 'Transaction ID', value: <Copyable value={id} label="Transaction ID" /> }]}
      />
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-sm text-accent-text wrap-anywhere hover:underline">
      {children}
    </Link>
  );
}

function kindWord(kind: string): string {
  const text = kind.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
