import type {
  Attention,
  BrakeOn,
  UnknownPayments,
  WatcherTrouble,
  WebhookGaveUp,
} from '@sente/contract/attention';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff, EyeOff, OctagonPause, SearchX, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AttentionList } from './attention-list.tsx';
import { BellNotLoaded, EntryHead } from '../../ui/bell-parts.tsx';

const toldId = 'messages-to-you';

interface AttentionSheetProps extends ContentProps {
  open: boolean;
  onClose: () => void;
  /** What the person was told. */
  children: ReactNode;
}

export default function AttentionSheet(props: AttentionSheetProps) {
  const { open, onClose, children, ...content } = props;
  return (
    <Sheet open={open} onClose={onClose} title="Notifications">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="text-13 font-semibold text-muted">Waits for somebody</h3>
        {/* Much may wait. */}
        <Button
          size="sm"
          variant="ghost"
          onClick={() => document.getElementById(toldId)?.scrollIntoView()}
        >
          Go to messages
        </Button>
      </div>
      <Content {...content} />
      <h3 id={toldId} className="mt-6 mb-1 border-t pt-4 text-13 font-semibold text-muted">
        Messages to you
      </h3>
      {children}
    </Sheet>
  );
}

interface ContentProps {
  attention: UseQueryResult<Attention>;
  seenUntil: string;
}

function Content({ attention, seenUntil }: ContentProps) {
  const { data, failure, isLoading } = queryState(attention);
  const hidden = data?.unlistedItems ?? 0;
  return (
    <>
      <BellNotLoaded failure={failure} retryLabel="Try Again" />
      {isLoading ? <SkeletonRows count={4} label="Loading notifications" /> : null}
      {data && isEmpty(data) ? (
        <EmptyState
          icon={<BellOff />}
          title="Nothing needs attention"
          hint="What waits for approval shows here, and what failed in the last day other than collections."
        />
      ) : null}
      {data && data.payoutBrakes.length > 0 ? (
        <BrakeList items={data.payoutBrakes} seenUntil={seenUntil} />
      ) : null}
      {data?.watcher ? <WatcherEntry trouble={data.watcher} seenUntil={seenUntil} /> : null}
      {data?.unknownPayments ? (
        <UnknownPaymentsEntry unknown={data.unknownPayments} seenUntil={seenUntil} />
      ) : null}
      {data && data.webhooksGaveUp.length > 0 ? (
        <GaveUpList items={data.webhooksGaveUp} seenUntil={seenUntil} />
      ) : null}
      {data && data.items.length > 0 ? (
        <AttentionList attention={data} seenUntil={seenUntil} />
      ) : null}
      {hidden > 0 ? <p className="pt-3 text-13 text-muted">And {hidden} older ones.</p> : null}
    </>
  );
}

function isEmpty(attention: Attention): boolean {
  const { items, webhooksGaveUp, payoutBrakes, unknownPayments, watcher } = attention;
  const lists = [items, webhooksGaveUp, payoutBrakes];
  return lists.every(({ length }) => length === 0) && !unknownPayments && !watcher;
}

interface EntryProps {
  icon: ReactNode;
  title: string;
  to: string;
  /** Null if it is not known. */
  since: string | null;
  /** The time of the last visit; later entries are marked. */
  seenUntil: string;
  children: ReactNode;
}

/** What went wrong, with a link to the page that shows it. */
function Entry({ icon, title, to, since, seenUntil, children }: EntryProps) {
  return (
    <div className="flex gap-3 px-5 py-3">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-danger-soft text-danger-text [&_svg]:size-4"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <EntryHead since={since} isNew={since !== null && since > seenUntil}>
          <Link to={to} className="min-h-6 rounded-sm hover:underline hover:underline-offset-3">
            {title}
          </Link>
        </EntryHead>
        <p className="mt-0.5 text-13 wrap-anywhere text-muted">{children}</p>
      </div>
    </div>
  );
}

interface WatcherEntryProps {
  trouble: WatcherTrouble;
  seenUntil: string;
}

/** Opens the payout brake, which says what to do. */
function WatcherEntry({ trouble: { problem, since }, seenUntil }: WatcherEntryProps) {
  const isLate = problem === 'late';
  return (
    <div className="-mx-5 border-b last:border-b-0">
      <Entry
        icon={<EyeOff />}
        title={
          isLate ? 'Unusual payouts are not stopped automatically' : 'Nobody can end a payout brake'
        }
        to={paths.payoutBrakes()}
        since={since}
        seenUntil={seenUntil}
      >
        {isLate
          ? 'The watcher does not run. Until it does, only people stop payouts.'
          : 'The watcher does not have the key of the API credentials'}
      </Entry>
    </div>
  );
}

interface UnknownPaymentsEntryProps {
  unknown: UnknownPayments;
  seenUntil: string;
}

/** Opens the list of approvals. */
function UnknownPaymentsEntry({ unknown, seenUntil }: UnknownPaymentsEntryProps) {
  return (
    <div className="-mx-5 border-b last:border-b-0">
      <Entry
        icon={<SearchX />}
        title="A network reports an unknown payment"
        to={paths.approvals({ tab: 'unknown' })}
        since={unknown.since}
        seenUntil={seenUntil}
      >
        {unknown.count === 1 ? '1 report is open' : `${unknown.count} reports are open`}
      </Entry>
    </div>
  );
}

interface BrakeListProps {
  items: readonly BrakeOn[];
  seenUntil: string;
}

/** Payouts that wait until two people have decided. */
function BrakeList({ items, seenUntil }: BrakeListProps) {
  return (
    <ul aria-label="Stopped payouts" className="divide-y border-b last:border-b-0">
      {items.map(({ id, company, reason, since }) => (
        <li key={id} className="-mx-5">
          <Entry
            icon={<OctagonPause />}
            title={company ? 'Payouts are stopped' : 'All payouts are stopped'}
            to={paths.payoutBrake(id)}
            since={since}
            seenUntil={seenUntil}
          >
            {company ? <span className="font-medium text-ink">{company} · </span> : null}
            {reason}
          </Entry>
        </li>
      ))}
    </ul>
  );
}

interface GaveUpListProps {
  items: readonly WebhookGaveUp[];
  seenUntil: string;
}

/** Companies with failed webhook deliveries; each links to them. */
export function GaveUpList({ items, seenUntil }: GaveUpListProps) {
  return (
    <ul aria-label="Webhooks that gave up" className="divide-y border-b last:border-b-0">
      {items.map(({ companyId, company, count, since }) => (
        <li key={companyId} className="-mx-5">
          <Entry
            icon={<Webhook />}
            title="Webhook gave up"
            to={paths.companyCredentials(companyId, { deliveries: 'gave_up' })}
            since={since}
            seenUntil={seenUntil}
          >
            <span className="font-medium text-ink">{company}</span>
            {' · '}
            {count === 1 ? '1 event was not delivered' : `${count} events were not delivered`}
          </Entry>
        </li>
      ))}
    </ul>
  );
}
