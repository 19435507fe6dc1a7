import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { AuditEntries, clientLinkOf, staffLinkOf } from './audit-entries.tsx';
import { auditQueries, noAuditFilters, type AuditOf } from './audit-queries.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

interface AuditCardProps {
  title: string;
  description?: string | undefined;
  actions?: ReactNode;
  of: AuditOf;
  /** Only what this person did. */
  actorId?: string | undefined;
  /** Which pages the records have. */
  portal: 'staff' | 'client';
  pageSize?: number | undefined;
  retryLabel?: 'Try again' | 'Try Again' | undefined;
}

/** The newest entries of the audit log about a company or of a person, as a part of their page. */
export default function AuditCard(props: AuditCardProps) {
  const { title, description, actions, of, actorId = '', portal, pageSize, retryLabel } = props;
  const filters = { ...noAuditFilters, actorId };
  const query = useInfiniteQuery(auditQueries.log(of, filters, pageSize));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Card title={title} description={description} actions={actions}>
      <ListStates
        query={query}
        isFiltered={false}
        onClear={() => {}}
        failed={{ title: 'Failed to load history', retryLabel }}
        noneMatch={{ title: '' }}
        noneYet={{
          icon: <History />,
          title: 'Nothing yet.',
          hint: 'Changes, decisions, and attempts that were refused, will appear here.',
        }}
      >
        {({ loading, empty }) =>
          loading ? (
            <HistorySkeleton />
          ) : entries.length === 0 ? (
            empty
          ) : (
            <AuditEntries
              entries={entries}
              isBusy={query.isPlaceholderData}
              linkOf={portal === 'staff' ? staffLinkOf : clientLinkOf}
              withCompany={of === 'platform'}
            />
          )
        }
      </ListStates>
      {query.isFetchNextPageError ? null : (
        <LoadMore className="mt-3" fullWidth busyLabel="Loading..." query={query} />
      )}
    </Card>
  );
}
