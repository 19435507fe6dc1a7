import type { AuditEntry } from '@sente/contract/audit';
import { Ban, Eye, KeyRound, LogIn, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { detailsOf } from './audit-details.ts';
import { namedSentence, peopleOf, reasonOf } from './audit-sentences.ts';

interface EntryLink {
  readonly to: string;
  readonly text: string;
}

/** The pages of an entry: its request and its record, as far as they have one. */
export type LinksOf = (entry: AuditEntry) => readonly EntryLink[];

interface AuditEntriesProps {
  entries: readonly AuditEntry[];
  /** Other entries are loading. */
  isBusy: boolean;
  /** With links to the record; its own history has only those to requests. */
  linksOf?: LinksOf | undefined;
  /** Where the entries are of several companies. */
  withCompany?: boolean | undefined;
}

/** Newest first: what was done or tried, by whom, from where. */
export function AuditEntries({ entries, isBusy, ...shown }: AuditEntriesProps) {
  return (
    <ol
      aria-label="Entries"
      aria-busy={isBusy || undefined}
      className="-my-3 divide-y aria-busy:opacity-60"
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} {...shown} />
      ))}
    </ol>
  );
}

interface EntryProps extends Pick<AuditEntriesProps, 'linksOf' | 'withCompany'> {
  entry: AuditEntry;
}

function Entry({ entry, linksOf, withCompany = false }: EntryProps) {
  // An address that leads nowhere is no attempt at what is not allowed.
  const isMissing = entry.result === 'refused' && entry.details['code'] === 'not_found';
  const isRefused = entry.result === 'refused' && !isMissing;
  const details = detailsOf(entry);
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
        <div className="flex items-start justify-between gap-x-3 max-sm:flex-col">
          <p className="min-w-0 font-medium wrap-anywhere">{namedSentence(entry)}</p>
          <span className="shrink-0 text-13 leading-5 text-muted sm:text-right">
            <DateText value={entry.at} format="shortTime" />
            <span className="max-sm:hidden">
              {' · '}
              <RelativeTime value={entry.at} />
            </span>
          </span>
        </div>
        {isRefused ? (
          <p className="my-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-danger-text">
            <Badge tone="danger">Refused</Badge>
            {reasonOf(entry)}
          </p>
        ) : null}
        {isMissing ? (
          <p className="my-1">
            <Badge>{reasonOf(entry)}</Badge>
          </p>
        ) : null}
        {/* One line where there is room; the dot at the start of a line is clipped. */}
        <div className="overflow-hidden">
          <div className="flex flex-wrap max-sm:flex-col sm:-ml-4">
            {details.map((text) => (
              <p key={text} className="text-13 wrap-anywhere sm:dot-before">
                {text}
              </p>
            ))}
          </div>
        </div>
        <EntryPeople entry={entry} linksOf={linksOf} withCompany={withCompany} />
      </div>
    </li>
  );
}

/** Who did it, of which company, and the pages; where it was done from only on demand, since it is mostly the same. */
function EntryPeople({ entry, linksOf, withCompany = false }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { address, companyName } = entry;
  return (
    <p className="tabular text-13 wrap-anywhere text-muted">
      {peopleOf(entry)}
      {withCompany && companyName ? ` \u00b7 ${companyName}` : null}
      {linksOf?.(entry).map(({ to, text }) => (
        <Fragment key={to}>
          {' \u00b7 '}
          <Link to={to} className="rounded-sm text-accent-text underline underline-offset-3">
            {text}
          </Link>
        </Fragment>
      ))}
      {address === null ? null : (
        <>
          {' \u00b7 '}
          <button
            type="button"
            className="rounded-sm underline underline-offset-3 hover:text-ink"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'More'}
          </button>
          {isOpen ? (
            <span className="block">{`From ${address} \u00b7 Entry ${entry.id}`}</span>
          ) : null}
        </>
      )}
    </p>
  );
}

const icons: readonly [matches: RegExp, icon: ReactNode][] = [
  [/\.login$/, <LogIn key="in" />],
  [/\.logout$/, <LogOut key="out" />],
  [/^credentials\.(list|regenerate|toggle)$|[pP]assword$/, <KeyRound key="key" />],
  [/\.(create|upload|request|assign\w*)$/, <Plus key="more" />],
  [/\.(remove\w*|reject|deactivate)$/, <Trash2 key="less" />],
  [
    /\.(get\w*|list\w*|page|of\w+|by\w+|balance|statement\w*|signedStatement|report)$/,
    <Eye key="read" />,
  ],
];

function iconOf(action: string): ReactNode {
  return icons.find(([matches]) => matches.test(action))?.[1] ?? <Pencil />;
}
