import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attentionQueries } from '../../features/dashboards/attention-queries.ts';
import { startStatus } from '../../features/site/status-behaviour.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusFigures, statusSentence } from '../public/status.tsx';

/** The figures of the public page, and the way to what stops all payouts. */
export default function AdminStatusPage() {
  const { data } = useQuery(attentionQueries.now());
  const brake = data?.payoutBrakes.find(({ company }) => company === null);
  useEffect(() => startStatus(), []);
  return (
    <div data-status-page>
      <PageHeader
        title="Status"
        subtitle={statusSentence}
        back={{ to: paths.reports(), label: 'Back to Reports' }}
      />
      <StatusFigures
        className="grid gap-x-6 xl:grid-cols-3"
        action={
          brake ? (
            <Link
              to={paths.payoutBrake(brake.id)}
              className="rounded-sm text-base underline underline-offset-3"
            >
              See what waits
            </Link>
          ) : null
        }
      />
    </div>
  );
}
