import { phoneText } from '@sente/contract/phone';
import type { Transaction } from '@sente/contract/transactions';
import { Route } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { amountItems, dateItems } from '../../ui/amount-items.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { late } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { TransactionStatusBadge } from '../../ui/status-badges.tsx';
import { isReversal } from '../../ui/reversal-mark.tsx';
import { ReversalNote } from './reversal-note.tsx';
import { TransactionSummary } from './transaction-summary.tsx';
import { typeName } from './transaction-texts.ts';

const OwnPayoutPanel = late(() => import('../approvals/own-payout-panel.tsx'), {
  waiting: null,
});

interface CompanyTransactionDetailsProps {
  transaction: Transaction;
  /** Shows another one instead. */
  onShow: (id: string) => void;
}

export function CompanyTransactionDetails(props: CompanyTransactionDetailsProps) {
  const { transaction, onShow } = props;
  const { amount, net, type, status, description, reason, apiTransactionId } = transaction;
  return (
    <div className="flex flex-col gap-6">
      <TransactionSummary
        {...{ description, reason }}
        amount={Math.abs(net ?? amount)}
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
      <Approval transaction={transaction} />
      <Facts transaction={transaction} />
    </div>
  );
}

/** Decided ones show in Approvals; here it is about what can still be done. */
function Approval({ transaction }: { transaction: Transaction }) {
  const canSee = [useCan('canApprovePayouts'), useCan('canManageAccounts')].includes(true);
  const { apiTransactionId, status, type } = transaction;
  if (!canSee || !apiTransactionId || status !== 'pending' || type !== 'debit') return null;
  return <OwnPayoutPanel paymentId={apiTransactionId} />;
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { id, reference, type, status, date, finishedAt, phoneNumber, network } = transaction;
  return (
    <DetailList
      columns={1}
      items={[
        ...amountItems({ ...transaction, direction: type, isPending: status === 'pending' }),
        ...dateItems(date, finishedAt),
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

function Wallet({ number, network }: { number: string; network: string | null }) {
  return (
    <>
      <Copyable value={phoneText(number)} label="Phone number" />
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
