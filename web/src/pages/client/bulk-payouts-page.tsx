import { useQuery } from '@tanstack/react-query';
import { ListChecks, Plus } from 'lucide-react';
import { bulkColumns } from '../../features/bulk-payouts/bulk-columns.tsx';
import {
  bulkQueries,
  bulksPageSize,
  loadFailure,
  shownStates,
} from '../../features/bulk-payouts/bulk-queries.ts';
import { stateWords } from '../../features/bulk-payouts/bulk-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const heading = {
  title: 'Bulk Payouts',
  subtitle: 'Pay up to 10,000 numbers with one file and one approval',
};
const listState = { filters: { state: shownStates } } as const;
const stateOptions = shownStates.map((value) => ({
  value,
  label: value === 'all' ? 'All States' : stateWords[value].label,
}));

export default function BulkPayoutsPage() {
  return useCompanyId() ? <OfCompany /> : <NoCompany {...heading} failure={loadFailure} />;
}

function OfCompany() {
  const address = useUrlState(listState);
  const { search, filters, page } = address;
  const query = useQuery(bulkQueries.list({ search, ...filters, page }));
  const canCreate = useCan('canManageAccounts');
  const create = canCreate ? (
    <ButtonLink variant="primary" icon={<Plus />} to={paths.client.bulkPayoutNew()}>
      New Bulk Payout
    </ButtonLink>
  ) : null;
  return (
    <ListScreen
      heading={heading}
      actions={create}
      address={address}
      query={query}
      search={{ label: 'Search bulk payouts...' }}
      filters={
        <FilterChoice
          label="State"
          options={stateOptions}
          value={filters.state}
          onChange={(state) => address.setFilter('state', state)}
        />
      }
      failed={{ title: 'Error Loading Bulk Payouts', message: loadFailure }}
      noneMatch={{ icon: <ListChecks />, title: 'No bulk payouts match your search.' }}
      noneYet={{
        icon: <ListChecks />,
        title: 'No bulk payouts yet',
        hint: 'Upload a list of numbers and amounts. Every line is checked before anything is paid.',
        action: create,
      }}
      caption="Bulk payouts"
      columns={bulkColumns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.client.bulkPayout(id)}
      pager={{ pageSize: bulksPageSize, noun: 'bulk payouts' }}
    />
  );
}
