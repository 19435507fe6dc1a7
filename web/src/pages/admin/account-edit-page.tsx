import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { AccountEditForm, type EditedAccount } from '../../features/accounts/account-edit-form.tsx';
import { AccountNotLoaded } from '../../features/accounts/account-not-loaded.tsx';
import { accountQueries, useUpdateAccount } from '../../features/accounts/account-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function AccountEditPage() {
  const { companyId = '', accountId = '' } = useParams();
  const {
    data: account,
    failure,
    isLoading,
  } = queryState(useQuery(accountQueries.toEdit(companyId, accountId)));
  usePageTitle(account && `Edit ${account.accountName}`);

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Edit Account"
        subtitle={account ? `${account.accountName} · ${account.accountNumber}` : undefined}
        back={
          account
            ? { to: paths.companyAccount(companyId, accountId), label: 'Back to Account' }
            : { to: paths.companyAccounts(companyId), label: 'Back to Accounts' }
        }
      />
      {isLoading ? <FormSkeleton count={3} label="Loading account" /> : null}
      {failure ? <AccountNotLoaded {...failure} companyId={companyId} /> : null}
      {/* A new form for another account: its inputs are filled once. */}
      {account ? <EditForm key={account.id} account={account} /> : null}
    </div>
  );
}

function EditForm({ account }: { account: Account }) {
  const navigate = useNavigate();
  const update = useUpdateAccount(account);

  async function submit(values: EditedAccount): Promise<void> {
    const { accountType, updatedAt } = account;
    // The version that was edited, so that a change made meanwhile is not lost unseen.
    await update.mutateAsync({ ...values, accountType, updatedAt });
    notify.success('Account updated successfully!');
    await navigate(paths.companyAccount(account.companyId, account.id));
  }

  return <AccountEditForm account={account} onSubmit={submit} />;
}
