import type { Approval } from '@sente/contract/approval';
import { requestLabel } from '@sente/contract/approval-labels';
import { limitsLead } from '@sente/contract/limit-words';
import { formatUgx } from '@sente/contract/money';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, SearchX, Send, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Money } from '../../ui/money.tsx';
import { PairTable } from '../../ui/sides-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import BulkOfApproval from '../bulk-payouts/bulk-of-approval.tsx';
import { ApprovalButtons, ApprovalWarnings, StateBadge } from './approval-card.tsx';
import { approvalQueries } from './approval-queries.ts';
import { accountLink, linksOf } from './approval-links.tsx';
import { eventTitle, payeeOf } from './approval-texts.ts';
import { ChangesTable } from './changes-table.tsx';
import type { AskedAct } from './decision-dialog.tsx';
import { followedAct } from './followed.ts';

const DecisionDialog = lateWindow(() => import('./decision-dialog.tsx'));

interface ApprovalDetailsProps {
  id: string;
  portal: 'admin' | 'client';
  /** What the page of a portal shows besides, to decide it. */
  more?: ((approval: Approval) => ReactNode) | undefined;
}

/** The page of one request: what happens, what to know, who did what. */
export function ApprovalDetails({ id, portal, more }: ApprovalDetailsProps) {
  const { data, failure, isLoading } = queryState(useQuery(approvalQueries.details(id)));
  const list = portal === 'admin' ? paths.approvals() : paths.client.approvals();
  return (
    <>
      <PageHeader
        title={data ? titleOf(data) : 'Approval'}
        subtitle={data ? subtitleOf(data) : undefined}
        meta={data ? <StateBadge approval={data} /> : undefined}
        back={{ to: list, label: 'Approvals' }}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Approval not found', hint: 'There is no request with this ID.' }}
          failedTitle="Failed to load the request"
          back={{ to: list, label: 'Back to approvals' }}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the request" /> : null}
      {data ? <Content key={data.id} approval={data} portal={portal} more={more?.(data)} /> : null}
    </>
  );
}

interface ContentProps {
  approval: Approval;
  portal: 'admin' | 'client';
  more: ReactNode;
}

function Content({ approval, portal, more }: ContentProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const { sentence, changes, companyId, phoneNumber, network, kind, state, pair } = approval;
  const lead = changes.length > 0 ? limitsLead(approval.companyName) : sentence;
  const isPayout = kind === 'payout' && state === 'waiting';
  const canViewOwn = useCan('canViewTransactions');
  const ownHref = canViewOwn ? paths.client.transaction : undefined;
  const hrefFor = portal === 'admin' ? paths.transaction : ownHref;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
        <Card title="What happens">
          {payeeOf(approval) ? null : (
            <p className="mb-4 text-base font-medium wrap-anywhere">{lead}</p>
          )}
          {changes.length > 0 ? <ChangesTable changes={changes} /> : null}
          {isPayout && companyId && phoneNumber && network ? (
            <WalletHolder
              companyId={companyId}
              phoneNumber={phoneNumber}
              network={network}
              className="mb-4"
            />
          ) : null}
          <DetailList items={factsOf(approval, portal)} />
          {pair ? (
            <div className="mt-3">
              <PairTable pair={pair} isBank={network === 'BANK'} />
            </div>
          ) : null}
          <ApprovalWarnings approval={approval} hasFacts className="mt-3" />
          <div className="mt-4">
            <ApprovalButtons approval={approval} onAct={(act) => setAsked({ approval, act })} />
          </div>
        </Card>
        {more}
        {approval.bulkId ? <BulkOfApproval bulkId={approval.bulkId} hrefFor={hrefFor} /> : null}
      </div>
      <Card title="History">
        <Timeline steps={approval.history.map(stepOf)} />
      </Card>
      <DecisionDialog
        open={asked !== null}
        asked={followedAct(asked, [approval])}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

/** What it pays and to whom, if that is what it does. */
function titleOf(approval: Approval): string {
  const payee = payeeOf(approval);
  if (payee === null || approval.amount === null) return requestLabel(approval);
  return `${formatUgx(approval.amount)} to ${payee}`;
}

function subtitleOf(approval: Approval): string | undefined {
  const { companyName } = approval;
  if (!payeeOf(approval)) return companyName ?? undefined;
  return [requestLabel(approval), companyName].filter((text) => text !== null).join(' of ');
}

/** Where a note does not say what the request is for. */
const noteLabels: Readonly<Partial<Record<Approval['kind'], string>>> = {
  'payment-decision': 'What was checked',
  suspense: 'What was checked',
  brake: 'What was checked',
  case: 'Why this is right',
  cases: 'Why this is right',
};

function factsOf(
  approval: Approval,
  portal: 'admin' | 'client',
): { label: string; value: ReactNode }[] {
  const { amount, fee, from, to, note, askedBy, isOwn, askedAt, expiresAt } = approval;
  const isTitled = payeeOf(approval) !== null;
  return [
    ...(amount === null || isTitled ? [] : [{ label: 'Amount', value: <Money amount={amount} /> }]),
    ...(fee === null ? [] : [{ label: 'Fee', value: <Money amount={fee} /> }]),
    ...(from === null ? [] : [{ label: 'From', value: accountLink(approval, portal) ?? from }]),
    ...(to === null || isTitled ? [] : [{ label: 'To', value: to }]),
    {
      label: 'Asked by',
      value: (
        <>
          {isOwn ? 'You' : askedBy.name}, <RelativeTime value={askedAt} />
        </>
      ),
    },
    ...(note === null ? [] : [{ label: noteLabels[approval.kind] ?? 'What for', value: note }]),
    ...(expiresAt === null
      ? []
      : [
          {
            label: 'Expires',
            value: (
              <>
                <DateText value={expiresAt} format="dateTime" /> (<RelativeTime value={expiresAt} />
                )
              </>
            ),
          },
        ]),
    ...(portal === 'admin' ? linksOf(approval) : []),
  ];
}

const icons = {
  asked: <Send />,
  approved: <CircleCheck />,
  rejected: <CircleX />,
  withdrawn: <Undo2 />,
  expired: <Clock />,
  done: <CircleCheck />,
  failed: <CircleX />,
};
const tones = { approved: 'good', done: 'good', rejected: 'bad', failed: 'bad' } as const;

function stepOf(event: Approval['history'][number]) {
  const { what, at, text } = event;
  return {
    icon: icons[what],
    title: eventTitle(event),
    at,
    tone: what in tones ? tones[what as keyof typeof tones] : undefined,
    content: text ? <p className="mt-1 text-13 wrap-anywhere">{text}</p> : undefined,
  };
}
