import type { BulkLineView, BulkPayout } from '@sente/contract/bulk-payouts';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { formatAmount } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ProgressBar } from '../../ui/upload-progress.tsx';
import { countText, linesText, needsText } from './bulk-texts.tsx';

const link = 'rounded-sm underline underline-offset-3';

interface BulkStateProps {
  bulk: BulkPayout;
  /** Only these lines, below. */
  onShow: (view: BulkLineView) => void;
}

/** Where it stands and what comes next. */
export function BulkState({ bulk, onShow }: BulkStateProps) {
  switch (bulk.state) {
    case 'checking':
      return (
        <Progress
          label="Check"
          done={bulk.checkedCount}
          of={bulk.lineCount}
          text={`${countText(bulk.checkedCount)} of ${linesText(bulk.lineCount)} checked. The networks are asked for the names, so this takes a while. You can leave the page.`}
        />
      );
    case 'draft':
      return <DraftState bulk={bulk} onShow={onShow} />;
    case 'waiting':
      return (
        <>
          <DoubledBanner bulk={bulk} isLinked />
          <Banner tone="info" title="Waits for approval">
            {needsText(bulk)} Nothing is held or paid until then.{' '}
            <Link to={paths.client.approval(bulk.id)} className={link}>
              Open the approval
            </Link>
          </Banner>
        </>
      );
    case 'running':
      return <RunningState bulk={bulk} />;
    case 'finished':
      return <FinishedState bulk={bulk} />;
    case 'cancelled':
      return <Banner title="Cancelled">{bulk.reason ?? 'Nothing was paid.'}</Banner>;
    case 'refused':
      return (
        <Banner tone="danger" title="Refused">
          {bulk.reason ?? 'Nobody approved it in time.'} Nothing was paid.
        </Banner>
      );
  }
}

function Progress(props: { label: string; done: number; of: number; text: string }) {
  return (
    <Card>
      <ProgressBar label={props.label} value={props.of === 0 ? 0 : props.done / props.of} />
      <p className="tabular mt-2 text-13 text-muted" aria-live="polite">
        {props.text}
      </p>
    </Card>
  );
}

/** Before it is paid: what an earlier one pays already. */
export function DoubledBanner({ bulk, isLinked }: { bulk: BulkPayout; isLinked: boolean }) {
  const { doubled } = bulk;
  if (!doubled) return null;
  const { id, name, createdAt, count } = doubled;
  return (
    <Banner
      tone="danger"
      title={`${linesText(count)} ${count === 1 ? 'is' : 'are'} in another bulk payout`}
    >
      The same number, amount and reference {count === 1 ? 'is' : 'are'} in{' '}
      {isLinked ? (
        <Link to={paths.client.bulkPayout(id)} className={link}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      of <DateText value={createdAt} format="shortTime" />. Whoever is on both is paid twice.
    </Banner>
  );
}

function DraftState({ bulk, onShow }: BulkStateProps) {
  const { okCount, faultyCount, warnedCount, available, amount, fee } = bulk;
  const lacking = amount + fee - available;
  return (
    <>
      <DoubledBanner bulk={bulk} isLinked />
      {lacking > 0 ? (
        <Banner tone="warning" title="Not enough money">
          The account lacks UGX {formatAmount(lacking)}. It cannot be approved until the money is
          there.
        </Banner>
      ) : null}
      {faultyCount + warnedCount > 0 ? (
        <div className="grid items-start gap-3 lg:auto-cols-fr lg:grid-flow-col">
          {faultyCount > 0 ? (
            <Banner
              tone="danger"
              title={`${linesText(faultyCount)} cannot be paid`}
              action={<ShowLines count={faultyCount} onPress={() => onShow('faulty')} />}
            >
              {okCount === 0
                ? 'Upload another file.'
                : 'Leave them out, or upload a corrected file.'}
            </Banner>
          ) : null}
          {warnedCount > 0 ? (
            <Banner
              tone="warning"
              title={`${linesText(warnedCount)} to look at`}
              action={<ShowLines count={warnedCount} onPress={() => onShow('warned')} />}
            >
              Paid as they are if you submit them.
            </Banner>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function ShowLines({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Button size="sm" onClick={onPress}>
      {count === 1 ? 'Show it' : `Show the ${countText(count)}`}
    </Button>
  );
}

function RunningState({ bulk }: { bulk: BulkPayout }) {
  const { okCount, paidCount, failedCount, pendingCount, isBraked } = bulk;
  const ended = paidCount + failedCount;
  return (
    <>
      {isBraked ? (
        <Banner tone="warning" title="Payouts are stopped">
          The lines wait until the provider has checked them. Nothing is lost.
        </Banner>
      ) : null}
      <Progress
        label="Payment"
        done={ended}
        of={okCount}
        text={`${countText(paidCount)} paid, ${countText(failedCount)} failed, ${countText(pendingCount)} under way. This page refreshes itself.`}
      />
    </>
  );
}

function FinishedState({ bulk }: { bulk: BulkPayout }) {
  const { paidCount, failedCount, doubtedCount, retriedBy } = bulk;
  if (failedCount === 0) {
    return <Banner tone="success">All {linesText(paidCount)} are paid.</Banner>;
  }
  return (
    <Banner tone="warning" title={`${linesText(failedCount)} failed`}>
      {linesText(paidCount)} {paidCount === 1 ? 'is' : 'are'} paid.{' '}
      {retriedBy ? (
        <Link to={paths.client.bulkPayout(retriedBy)} className={link}>
          The failed lines are in another bulk payout
        </Link>
      ) : (
        `The money of ${failedCount === 1 ? 'that line' : 'those lines'} is free on the account again.`
      )}
      {doubtedCount > 0
        ? ` The network says of ${linesText(doubtedCount)} that ${doubtedCount === 1 ? 'it was' : 'they were'} paid after all: people look into it, and a retry leaves ${doubtedCount === 1 ? 'it' : 'them'} out. Do not pay again what is not clear.`
        : null}
    </Banner>
  );
}

/** Sums, account and people. */
export function BulkFacts({ bulk, approvedBy }: { bulk: BulkPayout; approvedBy: ReactNode }) {
  return (
    <Card title="Total">
      <DetailList
        columns={3}
        items={[
          ...factsOf(bulk),
          ...(approvedBy ? [{ label: 'Approved by', value: approvedBy }] : []),
        ]}
      />
    </Card>
  );
}

/** How many lines there are, and how many of them are paid if not all. */
export function shareText({ lineCount, okCount, faultyCount, state }: BulkPayout): string {
  if (faultyCount === 0 || state === 'checking') return linesText(lineCount);
  const faulty = `${countText(faultyCount)} ${state === 'draft' ? 'with a fault' : 'left out'}`;
  return `${linesText(lineCount)}: ${countText(okCount)} payable, ${faulty}`;
}

function factsOf(bulk: BulkPayout): { label: string; value: ReactNode }[] {
  const { amount, fee, tax, available, state } = bulk;
  const isOpen = state === 'draft' || state === 'waiting' || state === 'checking';
  return [
    { label: 'Amount', value: <Money amount={amount} /> },
    {
      label: 'Fees',
      value: (
        <>
          <Money amount={fee} />
          {tax > 0 ? (
            <span className="text-13 text-muted"> of which UGX {formatAmount(tax)} tax</span>
          ) : null}
        </>
      ),
    },
    // Without fees it is the amount above.
    ...(fee > 0
      ? [
          {
            label: 'Total with fees',
            value: <Money amount={amount + fee} className="font-semibold" />,
          },
        ]
      : []),
    ...(isOpen ? [{ label: 'Available on the account', value: <Money amount={available} /> }] : []),
    ...(isOpen
      ? []
      : [
          {
            label: state === 'finished' ? 'Paid' : 'Paid so far',
            value: <Money amount={bulk.paidAmount} />,
          },
        ]),
    { label: 'From', value: `${bulk.accountName} ${bulk.accountNumber}` },
    ...(state === 'draft' ? [{ label: 'Approval', value: needsText(bulk) }] : []),
    {
      label: 'Made by',
      value: (
        <>
          {bulk.createdBy ?? "The company's systems (API)"},{' '}
          <DateText value={bulk.createdAt} format="shortTime" />
        </>
      ),
    },
    ...(bulk.retryOf
      ? [
          {
            label: 'Retry of',
            value: (
              <Link to={paths.client.bulkPayout(bulk.retryOf)} className={link}>
                The one whose lines failed
              </Link>
            ),
          },
        ]
      : []),
    ...(bulk.finishedAt
      ? [{ label: 'Finished', value: <DateText value={bulk.finishedAt} format="shortTime" /> }]
      : []),
  ];
}
