import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';
import { statementColumns } from '../../features/network-statements/statement-columns.tsx';
import {
  shownNetworks,
  statementQueries,
  statementsPageSize,
} from '../../features/network-statements/statement-queries.ts';
import { ReconciliationNav } from '../../features/reconciliation/reconciliation-nav.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const UploadStatementDialog = lateWindow(
  () => import('../../features/network-statements/upload-statement-dialog.tsx'),
);

const listState = { filters: { network: shownNetworks } } as const;

const networkOptions = [
  { value: 'all', label: 'Networks and bank' },
  { value: 'MTN', label: 'MTN MoMo' },
  { value: 'AIRTEL', label: 'Airtel Money' },
  { value: 'BANK', label: 'Bank' },
] as const;

/** What was imported of the statements of the networks and the bank. */
export default function StatementsPage() {
  const address = useUrlState(listState);
  const { network } = address.filters;
  const query = useQuery(statementQueries.list({ network, page: address.page }));
  const canUpload = useCan('staffMoney');
  const [isUploading, setIsUploading] = useState(false);
  const uploadButton = (
    <Button variant="primary" icon={<Upload />} onClick={() => setIsUploading(true)}>
      Upload statement
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Reconciliation"
        subtitle="The statements of MTN, Airtel and the bank, to compare with the books"
        actions={
          <>
            <RefreshButton query={query} />
            {canUpload ? uploadButton : null}
          </>
        }
      />
      <ReconciliationNav current="statements" />
      <div className="mb-4">
        <FilterChoice
          label="Network or bank"
          options={networkOptions}
          value={network}
          onChange={(value) => address.setFilter('network', value)}
        />
      </div>
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load statements' }}
        noneYet={{
          icon: <FileSpreadsheet />,
          title: 'No statements yet.',
          hint: 'Download the statement of a day in the portal of the network, and upload it here.',
        }}
        filter={{
          title: 'No statements of this network.',
          isActive: address.isFiltered,
          onClear: address.clearFilters,
        }}
        caption="Statements"
        columns={statementColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.statement(id)}
        noun="statements"
        pageSize={statementsPageSize}
        page={address.page}
        onPage={address.setPage}
      />
      <UploadStatementDialog open={isUploading} onClose={() => setIsUploading(false)} />
    </>
  );
}
