import { caseActionLabel } from '@sente/contract/case-kinds';
import { type CaseDetails, type CaseEvent } from '@sente/contract/reconciliation';
import { CircleCheck, CircleX, Clock, FilePlus, MessageSquare, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { CaseSides } from './case-sides.tsx';
import { CaseWork } from './case-work.tsx';
import { useWithdrawProposal } from './reconciliation-queries.ts';
import { ProposedPostings, SettleCard } from './settle-card.tsx';

const link = 'rounded-sm underline underline-offset-3';

export function CaseContent({ of }: { of: CaseDetails }) {
  const canPropose = useCan('staffMoney');
  const isUndecided = of.state === 'open' && of.proposed === null;
  return (
    <div className="flex flex-col gap-4">
      <Standing of={of} />
      <Card>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <p className="max-w-prose">{of.cause}</p>
          <p className="text-lg font-semibold">
            {/* The word says the sign. */}
            <Money amount={Math.abs(of.effect)} />
            {of.effect === 0 ? null : (
              <span className="ml-2 text-13 font-normal text-muted">
                {of.effect > 0 ? 'more' : 'less'} {of.network === 'BANK' ? 'at the bank' : 'there'}{' '}
                than in the books
              </span>
            )}
          </p>
        </div>
        <Related of={of} />
      </Card>
      <CaseSides of={of} />
      {of.proposed && of.other ? <Differences of={of.other.pair} /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {isUndecided && canPropose ? <SettleCard of={of} /> : null}
        {of.proposed && canPropose ? <ProposedPostings id={of.id} {...of.proposed} /> : null}
        {/* Beside each other where nothing stands beside them. */}
        <div
          className={
            canPropose && (isUndecided || of.proposed) ? 'flex flex-col gap-4' : 'contents'
          }
        >
          {canPropose ? <CaseWork of={of} /> : null}
          <Card title="History">
            <Timeline steps={of.history.map(stepOf)} />
          </Card>
        </div>
      </div>
    </div>
  );
}

/** What speaks against the pair. */
function Differences({ of: { differences } }: { of: NonNullable<CaseDetails['other']>['pair'] }) {
  if (differences.length === 0) {
    return <Banner tone="success" title="Number, amount, time and reference agree." />;
  }
  return (
    <Banner tone="warning" title="Both sides differ">
      <ul className="list-disc pl-5">
        {differences.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}

function WithdrawProposal({ approvalId }: { approvalId: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <Button size="sm" icon={<Undo2 />} onClick={() => setAsked(approvalId)}>
        Withdraw
      </Button>
      <ConfirmAction
        subject={asked}
        change={useWithdrawProposal()}
        input={(id) => id}
        title={() => 'Withdraw this proposal?'}
        description="Nothing is posted, and the case stays open."
        confirmLabel="Withdraw"
        busyLabel="Withdrawing..."
        done="Proposal withdrawn"
        failed="Failed to withdraw the proposal"
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Whose turn it is, or how it ended. */
function Standing({ of }: { of: CaseDetails }) {
  if (of.proposed) {
    return (
      <Banner
        tone="info"
        title={`Proposed: ${caseActionLabel(of.proposed.action, of.network).toLowerCase()}`}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link to={paths.approval(of.proposed.approvalId)} className={link}>
            A second person approves or rejects it
          </Link>
          {of.other ? (
            <Link to={paths.reconciliationCase(of.other.id)} className={link}>
              Case {of.other.number}
            </Link>
          ) : null}
          {of.proposed.isOwn ? <WithdrawProposal approvalId={of.proposed.approvalId} /> : null}
        </div>
      </Banner>
    );
  }
  if (of.settledBy === 'server' && of.expectedFee === null) {
    return <Banner tone="success" title="The other side came with a later statement or booking." />;
  }
  if (of.settledBy === 'withdrawal') {
    return <Banner tone="info" title="The statement that it rested on was withdrawn." />;
  }
  if (of.action === 'match') {
    return (
      <Banner tone="success" title="Settled: their line and our booking are a pair.">
        {of.other ? (
          <Link to={paths.reconciliationCase(of.other.id)} className={link}>
            Case {of.other.number} was the other side
          </Link>
        ) : null}
      </Banner>
    );
  }
  if (of.settledBy) {
    const how = of.action ? caseActionLabel(of.action, of.network) : 'booked as the tariff says';
    return (
      <Banner tone="success" title={`Settled: ${how.toLowerCase()}`}>
        <ul className="flex flex-wrap gap-x-4">
          {of.transactionIds.map((id, index) => (
            <li key={id}>
              <TransactionLink transactionId={id} className={link}>
                {index === 0 ? 'Open the transaction' : 'Open what was booked besides'}
              </TransactionLink>
            </li>
          ))}
        </ul>
        {of.inSuspense ? <InSuspense of={of.inSuspense} /> : null}
      </Banner>
    );
  }
  if (!of.waitUntil) return null;
  return (
    <Banner tone="info" title="Two people let it wait">
      It is no work until <DateText value={of.waitUntil} />, and ends by itself if the other side
      comes.
    </Banner>
  );
}

/** Where its owner gets it. */
function InSuspense({
  of: { amount, isReleased },
}: {
  of: NonNullable<CaseDetails['inSuspense']>;
}) {
  if (isReleased) return <p>Its owner was found, and has the money.</p>;
  return (
    <p>
      UGX {formatAmount(amount)} is in suspense.{' '}
      <Link to={paths.approvals({ tab: 'unknown' })} className={link}>
        Release it to its owner
      </Link>
    </p>
  );
}

function Related({ of: { follows, followedBy } }: { of: CaseDetails }) {
  if (!follows && !followedBy) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-13">
      {follows ? (
        <Link to={paths.reconciliationCase(follows.id)} className={link}>
          Follows case {follows.number}, which is settled
        </Link>
      ) : null}
      {followedBy ? (
        <Link to={paths.reconciliationCase(followedBy.id)} className={link}>
          Case {followedBy.number} followed
        </Link>
      ) : null}
    </p>
  );
}

const events: Readonly<
  Record<CaseEvent['what'], Pick<TimelineStep, 'icon' | 'tone'> & { title: string }>
> = {
  opened: { icon: <FilePlus />, title: 'Found by matching' },
  proposed: { icon: <Send />, title: 'Proposed' },
  approved: { icon: <CircleCheck />, title: 'Approved', tone: 'good' },
  rejected: { icon: <CircleX />, title: 'Rejected', tone: 'bad' },
  withdrawn: { icon: <Undo2 />, title: 'Withdrawn' },
  expired: { icon: <Clock />, title: 'The proposal ended undecided' },
  settled: { icon: <CircleCheck />, title: 'Settled by itself', tone: 'good' },
  ended: { icon: <Undo2 />, title: 'Ended: its statement was withdrawn' },
  noted: { icon: <MessageSquare />, title: 'Note' },
};

function stepOf({ at, what, by, text }: CaseEvent): TimelineStep {
  const { title, ...look } = events[what];
  return {
    ...look,
    title: by === null ? title : `${title} by ${by}`,
    at,
    content: text ? <p className="text-13 wrap-anywhere text-muted">{text}</p> : undefined,
  };
}
