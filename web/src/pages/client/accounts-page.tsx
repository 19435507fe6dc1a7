import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { accountQueries } from '../../features/accounts/account-queries.ts';
import { withTypeNames } from '../../features/accounts/client-account.ts';
import { CompanyAccountsList } from '../../features/accounts/company-accounts-list.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { NoCompany } from '../../ui/no-company.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const NewAccountDialog = lateWindow(() => import('../../features/accounts/new-account-dialog.tsx'));

const heading = { title: 'Accounts', subtitle: "Manage your company's financial accounts" };
const newAccountAction = 'new-account';

export default function AccountsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Error Loading Accounts" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const query = useQuery({
    ...accountQueries.ofCompany(companyId),
    select: withTypeNames,
  });
  const { data: accounts, failure, isLoading } = queryState(query);
  const canManage = useCan('canManageAccounts');
  const navigate = useNavigate();
  const action = useOverlayParam('action');
  const newAccount = canManage ? (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={NewAccountDialog.preload}
      onFocus={NewAccountDialog.preload}
      onClick={() => action.open(newAccountAction)}
    >
      New Account
    </Button>
  ) : null;

  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={query} />
            {newAccount}
          </>
        }
      />
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Error Loading Accounts"
          message={errorSentences(failure.error, 'Failed to fetch company accounts')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {accounts || isLoading ? (
        <CompanyAccountsList companyId={companyId} accounts={accounts} newAccount={newAccount} />
      ) : null}
      <NewAccountDialog
        companyId={companyId}
        open={canManage && action.value === newAccountAction}
        onClose={action.close}
        // In place of the dialog, so that Back leads to the list and not to an empty form.
        onOpened={(id) => void navigate(paths.client.account(id), { replace: true })}
      />
    </>
  );
}
