import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attentionQueries } from '../../features/dashboards/attention-queries.ts';
import { startStatus } from '../../features/site/status-behaviour.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusFigures, statusSentence } from '../public/status.tsx';

/** The figures of the public page, and whether all payouts are stopped. */
export default function AdminStatusPage() {
  const { data } = useQuery(attentionQueries.now());
  const isBraked = data?.payoutBrakes.some(({ company }) => company === null) ?? false;
  useEffect(() => startStatus(isBraked), [isBraked]);
  return (
    <div data-status-page>
      <PageHeader
        title="Status"
        subtitle={statusSentence}
        back={{ to: paths.reports(), label: 'Back to Reports' }}
      />
      <StatusFigures className="grid gap-x-6 xl:grid-cols-3" />
    </div>
  );
}
