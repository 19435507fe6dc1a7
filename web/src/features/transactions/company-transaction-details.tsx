import type { Transaction } from '@sente/contract/transactions';
import { Route } from 'lucide-react';
import { sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionStatusBadge } from '../../ui/status-badges.tsx';
import { isReversal, ReversalNote } from './reversal-mark.tsx';
import { TransactionSummary } from './transaction-summary.tsx';
import { typeName } from './transaction-texts.ts';

interface CompanyTransactionDetailsProps {
  transaction: Transaction;
  /** Shows another one instead. */
  onShow: (id: string) => void;
}

export function CompanyTransactionDetails(props: CompanyTransactionDetailsProps) {
  const { transaction, onShow } = props;
  const { amount, type, status, description, reason, apiTransactionId } = transaction;
  return (
    <div className="flex flex-col gap-6">
      <TransactionSummary
        {...{ amount, description, reason }}
        direction={type}
        type={typeName(type)}
        status={<TransactionStatusBadge status={status} />}
        hasFailed={status === 'failed'}
        isPlain={isReversal(transaction)}
      >
        <ReversalNote row={transaction} onShow={onShow} />
      </TransactionSummary>
      {apiTransactionId ? (
        <ButtonLink
          className="self-start"
          icon={<Route />}
          to={paths.client.apiTransactions({ request: apiTransactionId })}
        >
          View request
        </ButtonLink>
      ) : null}
      <Facts transaction={transaction} />
    </div>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { id, reference, date, phoneNumber, network } = transaction;
  return (
    <DetailList
      columns={1}
      items={[
        { label: 'Date', value: <DateText value={date} format="dateTime" /> },
        ...feeItems(transaction),
        { label: 'Account', value: <Account transaction={transaction} /> },
        ...(phoneNumber
          ? [{ label: 'Mobile Wallet', value: <Wallet number={phoneNumber} network={network} /> }]
          : []),
        {
          label: 'Reference',
          value: reference ? <Copyable value={reference} label="Reference" /> : 'None',
        },
        { label: 'Transaction ID', value: <Copyable value={id} label="Transaction ID" /> },
      ]}
    />
  );
}

const movedLabels = {
  credit: { pending: 'To Be Credited to the Account', completed: 'Credited to the Account' },
  debit: { pending: 'Held on the Account', completed: 'Taken from the Account' },
};

/** The account moves by a different amount than requested, and the statement shows that one. */
function feeItems({ type, status, amount, fee }: Transaction) {
  if (!fee || status === 'failed') return [];
  const moved = sumUgx(amount, type === 'credit' ? -fee : fee);
  return [
    { label: 'Fee', value: <Money amount={fee} /> },
    { label: movedLabels[type][status], value: <Money amount={moved} /> },
  ];
}

function Wallet({ number, network }: { number: string; network: string | null }) {
  return (
    <>
      <Copyable value={number} label="Phone number" />
      {network ? <span className="block text-13 text-muted">{network}</span> : null}
    </>
  );
}

function Account({ transaction }: { transaction: Transaction }) {
  const { accountId, accountName, accountNumber } = transaction;
  const canOpen = useCan('canViewAccounts');
  if (!accountName) return 'Not known';
  return (
    <>
      {canOpen ? (
        <Link
          to={paths.client.account(accountId)}
          className="rounded-sm text-accent-text wrap-anywhere hover:underline"
        >
          {accountName}
        </Link>
      ) : (
        <span className="wrap-anywhere">{accountName}</span>
      )}
      <span className="block">
        <Copyable value={accountNumber} label="Account number" />
      </span>
    </>
  );
}
