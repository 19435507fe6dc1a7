import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { PartNotLoaded } from '../../ui/part-not-loaded.tsx';
import { DataTable } from '../../ui/table.tsx';
import { allColumns } from './settlement-columns.tsx';
import { settlementQueries } from './settlement-queries.ts';

/** Their state is that of the batch. */
const columnsToApprove = allColumns.filter(({ key }) => key !== 'state');

/** To whom the bank pays what, for whoever decides. Nothing of a batch whose settlements were let go. */
export default function BatchOfApproval({ batchId }: { batchId: string }) {
  const { data, failure } = queryState(useQuery(settlementQueries.batch(batchId)));
  if (data) {
    return data.settlements.length > 0 ? (
      <DataTable
        caption="Settlements of the batch"
        columns={columnsToApprove}
        rows={data.settlements}
        rowKey={({ id }) => id}
        empty={null}
      />
    ) : null;
  }
  return <PartNotLoaded title="Settlements" what="the settlements" count={2} failure={failure} />;
}
