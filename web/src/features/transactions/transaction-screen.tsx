import { isNeutral, reversalMarkOf } from '@sente/contract/movement-words';
import { otherAmountNote } from '@sente/contract/payment-check';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Info, ListChecks, TriangleAlert, Undo } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReversalBadge } from '../../ui/reversal-mark.tsx';
import { RefundMark } from '../../ui/refund-mark.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';
import { ExpectedWait } from '../status/status-parts.tsx';
import { OtherTransaction } from './other-transaction.tsx';
import { SettlementCard } from './settlement-card.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionNotLoaded, useTransactionList, type Portal } from './transaction-portal.tsx';
import { isUnderWay, transactionQueries } from './transaction-queries.ts';
import {
  LedgerCard,
  NetworkCard,
  PeopleCard,
  RefundsCard,
  SamePhoneCard,
} from './transaction-sections.tsx';
import { TransactionSkeleton } from './transaction-skeleton.tsx';
import { bookedAsText, feeText, headline } from './transaction-texts.ts';
import { TransactionTimeline } from './transaction-timeline.tsx';
import { WebhookCard } from './webhook-card.tsx';

const BookedInsteadOf = lateChosen(() => import('./booked-instead.tsx'), { waiting: null });

interface TransactionScreenProps {
  /** Of a transaction, or of a mobile-money request. */
  id: string;
  portal: Portal;
}

/** Everything about one transaction or payment: money, people, network, ledger and webhook. */
export function TransactionScreen({ id, portal }: TransactionScreenProps) {
  const { data, failure, isLoading } = queryState(useQuery(transactionQueries.details(id)));
  const list = useTransactionList(portal);
  return (
    <>
      {data || isLoading ? null : <PageHeader back={list} title="Transaction" />}
      {failure ? (
        <TransactionNotLoaded
          {...failure}
          portal={portal}
          failedTitle="Failed to load transaction"
        />
      ) : null}
      {isLoading ? <TransactionSkeleton /> : null}
      {data ? <Whole key={data.id} transaction={data} portal={portal} openedId={id} /> : null}
    </>
  );
}

interface PartProps {
  transaction: TransactionDetails;
  portal: Portal;
  /** By which the reader came: of the transaction, of its payment, or of its request that failed. */
  openedId: string;
}

function Whole({ transaction, portal, openedId }: PartProps) {
  const { status, type, amount, net, payment, settlement } = transaction;
  return (
    <>
      <PageHeader
        back={useTransactionList(portal)}
        title={
          <Money
            amount={amount}
            direction={type}
            isVoid={status === 'failed'}
            isPlain={isNeutral(transaction) || net === null}
          />
        }
        meta={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <MovementBadge status={status} check={transaction.check} />
            <ReversalBadge row={transaction} />
            <RefundMark row={transaction} />
          </span>
        }
        subtitle={
          <>
            {[
              bookedAsText(transaction, openedId),
              otherAmountNote(transaction.check),
              headline(transaction),
              feeText(transaction),
            ]
              .filter(Boolean)
              .join(' · ')}
            {portal === 'admin' ? ` · ${transaction.companyName}` : null}
          </>
        }
        actions={<TransactionActions transaction={transaction} portal={portal} />}
      />
      <State transaction={transaction} portal={portal} openedId={openedId} />
      {/* On a phone the story comes before the summary, and that before the rest. */}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="What happened" className="min-w-0">
          <TransactionTimeline steps={transaction.steps} />
        </Card>
        <div className="min-w-0 lg:sticky lg:top-18 lg:row-span-2 lg:self-start">
          <TransactionFacts transaction={transaction} portal={portal} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {settlement ? <SettlementCard settlement={settlement} portal={portal} /> : null}
          <RefundsCard transaction={transaction} portal={portal} />
          <LedgerCard transaction={transaction} portal={portal} />
          {/* Short ones beside each other. */}
          <div className="grid gap-4 empty:hidden xl:grid-cols-2">
            <PeopleCard transaction={transaction} portal={portal} />
            {payment ? <NetworkCard payment={payment} /> : null}
            {payment ? <WebhookCard transaction={transaction} portal={portal} /> : null}
            {payment ? <SamePhoneCard transaction={transaction} portal={portal} /> : null}
          </div>
        </div>
      </div>
    </>
  );
}

/** Why it is as it is, what comes next, and what it belongs to. */
function State({ transaction, portal, openedId }: PartProps) {
  const { summary, nextStepAt, approvals, refundOf, refundReason, bulk } = transaction;
  const mark = reversalMarkOf(transaction);
  const isChecked = transaction.check?.state === 'open';
  const isAmber = isChecked || otherAmountNote(transaction.check) !== null;
  const StateIcon = isAmber ? TriangleAlert : Info;
  const expiresAt = approvals.find(({ state }) => state === 'waiting')?.expiresAt;
  return (
    <section
      aria-label="State"
      aria-live="polite"
      className={cn(
        'mb-4 flex gap-2.5 rounded-lg border px-4 py-3',
        isAmber ? 'border-warning-line bg-warning-soft text-warning-text' : 'bg-surface-sunken',
      )}
    >
      <StateIcon
        aria-hidden="true"
        className={cn('mt-0.5 size-4 shrink-0', !isAmber && 'text-muted')}
      />
      <div className="min-w-0">
        <p className="wrap-anywhere">{summary}</p>
        {transaction.bookedInsteadOf ? (
          <BookedInsteadOf transaction={transaction} portal={portal} openedId={openedId} />
        ) : null}
        {mark ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5">
            <ArrowLeftRight aria-hidden="true" className="size-3.5 text-muted" />
            {mark.word} {mark.link}
            <OtherTransaction id={mark.otherId} portal={portal} />
            <span className="text-muted">Neither counts in the figures.</span>
          </p>
        ) : null}
        {refundOf ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5">
            <Undo aria-hidden="true" className="size-3.5 text-muted" />
            Refund of
            <OtherTransaction id={refundOf} portal={portal} />
            {refundReason ? <span className="wrap-anywhere">Reason: {refundReason}</span> : null}
          </p>
        ) : null}
        {bulk ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5">
            <ListChecks aria-hidden="true" className="size-3.5 text-muted" />
            Line {bulk.number} of
            {portal === 'client' ? (
              <Link
                to={paths.client.bulkPayout(bulk.id)}
                className="rounded-sm wrap-anywhere underline underline-offset-3"
              >
                {bulk.name}
              </Link>
            ) : (
              <span className="wrap-anywhere">{bulk.name}</span>
            )}
          </p>
        ) : null}
        {isUnderWay(transaction) ? (
          <p className="mt-1 text-13 text-muted">
            {expiresAt ? (
              <>
                Expires <DateText value={expiresAt} format="shortTime" />.{' '}
              </>
            ) : nextStepAt ? (
              <>
                Next step at <DateText value={nextStepAt} format="seconds" />.{' '}
              </>
            ) : null}
            This page refreshes itself.
          </p>
        ) : null}
        {isUnderWay(transaction) && transaction.payment?.direction === 'collection' ? (
          <ExpectedWait network={transaction.payment.network} className="mt-1" />
        ) : null}
      </div>
    </section>
  );
}
