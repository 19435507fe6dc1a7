import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { clientLinksOf, staffLinksOf } from './entry-links.ts';
import { AuditList } from './audit-list.tsx';
import { auditQueries, noAuditFilters, type AuditOf } from './audit-queries.ts';

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
  const linksOf = portal === 'staff' ? staffLinksOf : clientLinksOf;
  // The page that the card is on.
  const own = of === 'platform' ? null : paths.company(of.companyId);
  return (
    <Card title={title} description={description} actions={actions}>
      <AuditList
        query={query}
        noneYet={{
          title: 'Nothing yet.',
          hint: 'Changes, decisions, and attempts that were refused, will appear here.',
        }}
        retryLabel={retryLabel}
        linksOf={(entry) => linksOf(entry).filter(({ to }) => to !== own)}
        withCompany={of === 'platform'}
      />
    </Card>
  );
}
