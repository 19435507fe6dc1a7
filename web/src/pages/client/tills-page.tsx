import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { useNavigate } from '../../lib/router.tsx';
import { tillColumns } from '../../features/tills/till-columns.tsx';
import { loadFailure, tillQueries, tillsPageSize } from '../../features/tills/till-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const TillFormDialog = lateWindow(() => import('../../features/tills/till-form-dialog.tsx'));

const heading = {
  title: 'Tills',
  subtitle: 'Shared phones and tablets at which your cashiers take payments',
};
const createAction = 'create';
const listState = {} as const;

export default function TillsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure={loadFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(listState);
  const query = useQuery(tillQueries.list(companyId));
  const canManage = useCan('canManageAccounts');
  const action = useOverlayParam('action');
  const navigate = useNavigate();
  const search = address.search.trim().toLowerCase();
  const create = canManage ? (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={TillFormDialog.preload}
      onFocus={TillFormDialog.preload}
      onClick={() => action.open(createAction)}
    >
      Create Till
    </Button>
  ) : null;
  return (
    <>
      <ListScreen
        heading={heading}
        actions={create}
        address={address}
        query={query}
        rows={(tills) =>
          tills.filter(({ name, accountName }) =>
            `${name} ${accountName}`.toLowerCase().includes(search),
          )
        }
        filtersHere
        search={{ label: 'Search tills...' }}
        failed={{ title: 'Error Loading Tills', message: loadFailure }}
        noneMatch={{ icon: <Store />, title: 'No tills match your search.' }}
        noneYet={{
          icon: <Store />,
          title: 'No tills yet',
          hint: 'Create one, pair a phone or tablet with it, and give your cashiers PINs.',
          action: create,
        }}
        caption="Tills"
        columns={tillColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.client.till(id)}
        pager={{ pageSize: tillsPageSize, noun: 'tills' }}
      />
      <TillFormDialog
        companyId={companyId}
        open={canManage && action.value === createAction}
        onClose={action.close}
        onSaved={({ id }) => navigate(paths.client.till(id), { replace: true })}
      />
    </>
  );
}
