import { useQuery } from '@tanstack/react-query';
import { Link2, Plus } from 'lucide-react';
import { useNavigate } from '../../lib/router.tsx';
import { stateWords } from '../../features/payment-links/link-texts.tsx';
import { linkColumns } from '../../features/payment-links/payment-link-columns.tsx';
import {
  linksPageSize,
  loadFailure,
  paymentLinkQueries,
  shownStates,
} from '../../features/payment-links/payment-link-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const CreateLinkDialog = lateWindow(
  () => import('../../features/payment-links/create-link-dialog.tsx'),
);

const heading = {
  title: 'Payment Links',
  subtitle: 'Addresses and codes at which your customers pay by mobile money',
};
const createAction = 'create';
const listState = { filters: { state: shownStates } } as const;
const stateOptions = shownStates.map((value) => ({
  value,
  label: value === 'all' ? 'All Statuses' : stateWords[value].label,
}));

export default function PaymentLinksPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure={loadFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(listState);
  const { search, filters, page } = address;
  const query = useQuery(paymentLinkQueries.list({ companyId, search, ...filters, page }));
  const canCreate = useCan('canManageAccounts');
  const action = useOverlayParam('action');
  const navigate = useNavigate();
  const create = canCreate ? (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={CreateLinkDialog.preload}
      onFocus={CreateLinkDialog.preload}
      onClick={() => action.open(createAction)}
    >
      Create Link
    </Button>
  ) : null;
  return (
    <>
      <ListScreen
        heading={heading}
        actions={create}
        address={address}
        query={query}
        search={{ label: 'Search payment links...' }}
        filters={
          <FilterChoice
            label="Status"
            options={stateOptions}
            value={filters.state}
            onChange={(state) => address.setFilter('state', state)}
          />
        }
        failed={{ title: 'Error Loading Payment Links', message: loadFailure }}
        noneMatch={{ icon: <Link2 />, title: 'No payment links match your search.' }}
        noneYet={{
          icon: <Link2 />,
          title: 'No payment links yet',
          hint: 'Create one and send it by message, or print its code for the counter.',
          action: create,
        }}
        caption="Payment links"
        columns={linkColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.client.paymentLink(id)}
        rowActions={({ state, url }) =>
          state === 'active' ? <CopyButton value={url} label="Payment link" size="sm" /> : null
        }
        pager={{ pageSize: linksPageSize, noun: 'payment links' }}
      />
      <CreateLinkDialog
        companyId={companyId}
        open={canCreate && action.value === createAction}
        onClose={action.close}
        onCreated={({ id }) => navigate(paths.client.paymentLink(id), { replace: true })}
      />
    </>
  );
}
