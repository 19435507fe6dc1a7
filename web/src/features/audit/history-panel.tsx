import type { AuditEntry, AuditSubject } from '@sente/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, Eye, History, KeyRound, LogIn, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { auditQueries, type HistoryFilters, type HistoryOf } from './audit-queries.ts';
import { detailsOf, reasonOf, sentenceOf, whoOf } from './audit-sentences.ts';
import { type ChosenFilters, firstDayOf, HistoryFilterBar, noFilters } from './history-filters.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

interface HistoryPanelProps {
  subjectType: AuditSubject;
  subjectId: string;
}

const userTabs = [
  { id: 'about', label: 'Done to this user' },
  { id: 'by', label: 'Done by this user' },
] as const;

/** Loaded when it is first opened: most visits never open the history. */
export default function HistoryPanel({ subjectType, subjectId }: HistoryPanelProps) {
  const [tab, setTab] = useState<'about' | 'by'>('about');
  if (subjectType !== 'users') return <HistoryView of={{ subjectType, subjectId }} />;
  return (
    <Tabs label="Which history" tabs={userTabs} value={tab} onChange={setTab}>
      {tab === 'about' ? (
        <HistoryView key="about" of={{ subjectType, subjectId }} />
      ) : (
        <HistoryView key="by" of={{ actorId: subjectId }} />
      )}
    </Tabs>
  );
}

/** One history with its filters, newest first. */
function HistoryView({ of }: { of: HistoryOf }) {
  const [chosen, setChosen] = useState<ChosenFilters>(noFilters);
  const asked = toFilters(chosen);
  const isBackwards =
    asked.startDate !== '' && asked.endDate !== '' && asked.startDate > asked.endDate;
  const query = useInfiniteQuery({ ...auditQueries.history(of, asked), enabled: !isBackwards });
  const entries = queryState(query).data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = asked.search !== '' || asked.startDate !== '' || asked.endDate !== '';

  return (
    <>
      <HistoryFilterBar
        value={chosen}
        onChange={setChosen}
        withPerson={!('actorId' in of)}
        dateError={isBackwards ? 'Must not be before the first day' : undefined}
      />
      <ListStates
        query={query}
        isFiltered={isFiltered}
        onClear={() => setChosen(noFilters)}
        failed={{ className: 'mb-3', title: 'Failed to load history', retryLabel: 'Try Again' }}
        noneMatch={{ title: 'Nothing matches these filters.' }}
        noneYet={{
          icon: <History />,
          title: 'No history yet.',
          hint: 'Changes, and attempts that were refused, will appear here.',
        }}
      >
        {({ loading, empty }) =>
          loading ? (
            <HistorySkeleton />
          ) : entries.length === 0 ? (
            empty
          ) : (
            <ol
              aria-label="Entries"
              aria-busy={query.isPlaceholderData || undefined}
              className="divide-y border-y aria-busy:opacity-60"
            >
              {entries.map((entry) => (
                <HistoryEntry key={entry.id} entry={entry} withLink={'actorId' in of} />
              ))}
            </ol>
          )
        }
      </ListStates>
      {query.isFetchNextPageError ? null : (
        <LoadMore className="mt-3" fullWidth busyLabel="Loading..." query={query} />
      )}
    </>
  );
}

function toFilters({ search, span, startDate, endDate }: ChosenFilters): HistoryFilters {
  const text = search.trim();
  if (span === 'dates') return { search: text, startDate, endDate };
  return { search: text, startDate: firstDayOf(span), endDate: '' };
}

interface HistoryEntryProps {
  entry: AuditEntry;
  /** Links to the record; not in that record's own history. */
  withLink: boolean;
}

function HistoryEntry({ entry, withLink }: HistoryEntryProps) {
  const isRefused = entry.result === 'refused';
  const details = detailsOf(entry);
  const subject = withLink ? subjectLink(entry) : null;
  return (
    <li className="flex gap-3 py-3">
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-lg border [&_svg]:size-4',
          isRefused
            ? 'border-danger-line bg-danger-soft text-danger-text'
            : 'bg-surface-sunken text-muted',
        )}
      >
        {isRefused ? <Ban /> : iconOf(entry.action)}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 font-medium">{sentenceOf(entry)}</p>
          <RelativeTime value={entry.at} className="text-13 leading-5 text-muted" />
        </div>
        {isRefused ? (
          <p className="my-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-danger-text">
            <Badge tone="danger">Refused</Badge>
            {reasonOf(entry)}
          </p>
        ) : null}
        {details.map((text) => (
          <p key={text} className="text-13 wrap-anywhere">
            {text}
          </p>
        ))}
        <p className="tabular text-13 wrap-anywhere text-muted">
          {whoOf(entry)}
          {entry.address ? ` from ${entry.address}` : null}
          {subject ? (
            <>
              {' · '}
              <Link to={subject.to} className="rounded-sm text-accent-text hover:underline">
                {subject.text}
              </Link>
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}

const icons: readonly [matches: RegExp, icon: ReactNode][] = [
  [/\.login$/, <LogIn key="in" />],
  [/\.logout$/, <LogOut key="out" />],
  [/^credentials\.(list|regenerate|toggle)$|[pP]assword$/, <KeyRound key="key" />],
  [/\.(create|upload|request|assign\w*)$/, <Plus key="more" />],
  [/\.(remove\w*|reject|deactivate)$/, <Trash2 key="less" />],
  [/\.(get\w*|list\w*|page|of\w+|by\w+|balance|statement|report)$/, <Eye key="read" />],
];

function iconOf(action: string): ReactNode {
  return icons.find(([matches]) => matches.test(action))?.[1] ?? <Pencil />;
}

function subjectLink(entry: AuditEntry): { to: string; text: string } | null {
  const { subjectType, subjectId, companyId, result } = entry;
  if (subjectId === null) return null;
  switch (subjectType) {
    case 'companies':
      return { to: paths.company(subjectId), text: 'Open company' };
    case 'users':
      return { to: paths.user(subjectId), text: 'Open user' };
    case 'roles':
      return { to: paths.role(subjectId), text: 'Open role' };
    case 'accounts':
      // A refused attempt may refer to an account of another company.
      return companyId && result === 'done'
        ? { to: paths.companyAccount(companyId, subjectId), text: 'Open account' }
        : null;
    default:
      return null;
  }
}
