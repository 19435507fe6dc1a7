import type { PayoutBrake } from '@sente/contract/payout-brakes';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { brakeQueries, brakesPageSize } from './brake-queries.ts';
import { stateOf, titleOf, trippedBy } from './brake-texts.ts';

const columns: readonly Column<PayoutBrake>[] = [
  {
    key: 'what',
    header: 'What',
    primary: true,
    isTwoLine: true,
    cell: (brake) => (
      <>
        {titleOf(brake)}
        <span className="block text-13 font-normal wrap-anywhere text-muted">{brake.reason}</span>
      </>
    ),
  },
  {
    key: 'tripped',
    header: 'Stopped',
    phone: 'named',
    isTwoLine: true,
    cell: (brake) => (
      <>
        <DateText value={brake.trippedAt} format="shortTime" />
        <span className="block text-13 text-muted">{trippedBy(brake)}</span>
      </>
    ),
  },
  {
    key: 'ended',
    header: 'Ended',
    phone: 'named',
    isTwoLine: true,
    cell: ({ end }) =>
      end ? (
        <>
          <DateText value={end.at} format="shortTime" />
          <span className="block text-13 text-muted">
            {end.proposedBy} and {end.approvedBy}
          </span>
        </>
      ) : null,
  },
  {
    key: 'outcome',
    header: 'Outcome',
    phone: 'aside',
    cell: (brake) => {
      const { label, tone } = stateOf(brake);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

/** Brakes that have ended, newest first. */
export default function EarlierBrakesPanel() {
  const [page, setPage] = useState(1);
  const query = useQuery(brakeQueries.ended(page));
  return (
    <section aria-labelledby="earlier-brakes">
      <h2 id="earlier-brakes" className="mt-2 mb-3 text-sm">
        Earlier
      </h2>
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load earlier brakes' }}
        noneYet={{ icon: <History />, title: 'Payouts were never stopped.' }}
        caption="Earlier brakes"
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.payoutBrake(id)}
        noun="brakes"
        pageSize={brakesPageSize}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}
