import type { AuditEntry } from '@sente/contract/audit';
import { Ban, Eye, KeyRound, LogIn, LogOut, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { detailsOf, isOfNothing, namedSentence, reasonOf, whoOf } from './audit-sentences.ts';

/** The page of an entry's record; null if it has none. */
export type LinkOf = (entry: AuditEntry) => { to: string; text: string } | null;

interface AuditEntriesProps {
  entries: readonly AuditEntry[];
  /** Other entries are loading. */
  isBusy: boolean;
  /** With a link to the record; not in that record's own history. */
  linkOf?: LinkOf | undefined;
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

interface EntryProps extends Pick<AuditEntriesProps, 'linkOf' | 'withCompany'> {
  entry: AuditEntry;
}

function Entry({ entry, linkOf, withCompany = false }: EntryProps) {
  // An address that leads nowhere is no attempt at what is not allowed.
  const isMissing = entry.result === 'refused' && entry.details['code'] === 'not_found';
  const isRefused = entry.result === 'refused' && !isMissing;
  const details = detailsOf(entry);
  const subject = linkOf?.(entry);
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
        <p className="tabular text-13 wrap-anywhere text-muted">
          {whoOf(entry)}
          {entry.address ? ` from ${entry.address}` : null}
          {withCompany && entry.companyName ? ` \u00b7 ${entry.companyName}` : null}
          {subject ? (
            <>
              {' · '}
              <Link
                to={subject.to}
                className="rounded-sm text-accent-text underline underline-offset-3"
              >
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
  [
    /\.(get\w*|list\w*|page|of\w+|by\w+|balance|statement\w*|signedStatement|report)$/,
    <Eye key="read" />,
  ],
];

function iconOf(action: string): ReactNode {
  return icons.find(([matches]) => matches.test(action))?.[1] ?? <Pencil />;
}

/** In the back-office. */
export const staffLinkOf: LinkOf = ({ subjectType, subjectId, companyId, result, details }) => {
  const { approval } = details;
  if (typeof approval === 'string') return { to: paths.approval(approval), text: 'Open request' };
  if (subjectId === null || isOfNothing({ result, details })) return null;
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
};

/** In the client portal. */
export const clientLinkOf: LinkOf = ({ subjectType, subjectId, result, details }) => {
  if (result === 'refused') return null;
  const { approval, kind } = details;
  // Of other kinds a company reads the outcome only.
  if (typeof approval === 'string' && (kind === 'payout' || kind === 'payout-rule')) {
    return { to: paths.client.approval(approval), text: 'Open request' };
  }
  if (subjectId === null) return null;
  switch (subjectType) {
    case 'users':
      return { to: paths.client.user(subjectId), text: 'Open user' };
    case 'accounts':
      return { to: paths.client.account(subjectId), text: 'Open account' };
    default:
      return null;
  }
};
