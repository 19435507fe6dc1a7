import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { ApiError, isNotFound } from '../../api/api-error.ts';
import { queryState } from '../../api/query-state.ts';
import {
  AccountCreateForm,
  AccountGuidelines,
  type NewAccount,
} from '../../features/accounts/account-create-form.tsx';
import { accountQueries, useCreateAccount } from '../../features/accounts/account-queries.ts';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { formatAmount } from '../../lib/money.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function AccountCreatePage() {
  const { companyId = '' } = useParams();
  const {
    data: company,
    failure,
    isLoading,
  } = queryState(useQuery(accountQueries.company(companyId)));
  const isMissing = failure !== undefined && isNotFound(failure.error);
  // A form with input stays, whatever happens to the company's name above it.
  const isLost = failure !== undefined && !isMissing && company === undefined;
  useLeave(isLost ? failure.error : null);

  return (
    <>
      <PageHeader
        title="Create New Account"
        // The line is reserved while the name loads, to avoid a layout shift.
        subtitle={
          isMissing ? undefined : company ? `Opens an account for ${company.name}` : '\u00a0'
        }
        breadcrumb={
          <Breadcrumb
            items={[
              { label: 'Companies', to: paths.companies() },
              ...(isMissing
                ? []
                : [
                    { label: company?.name ?? 'Company', to: paths.company(companyId) },
                    { label: 'Accounts', to: paths.companyAccounts(companyId) },
                  ]),
              { label: 'Create New Account' },
            ]}
          />
        }
      />
      {isMissing ? <CompanyNotLoaded {...failure} brief /> : null}
      {isMissing ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <div className="min-w-0 lg:col-span-2">
            {company ? <CreateForm key={companyId} companyId={companyId} /> : null}
            {isLoading || isLost ? <FormSkeleton count={3} label="Loading company" /> : null}
          </div>
          {/* Below the form on a phone, because the form would push them down when it loads. */}
          <div className={company ? undefined : 'max-lg:hidden'}>
            <AccountGuidelines />
          </div>
        </div>
      )}
    </>
  );
}

/** An account cannot be opened without its company, so this redirects to the list of companies. */
function useLeave(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    // An expired session redirects to the sign-in page anyway.
    if (error === null || (error instanceof ApiError && error.status === 401)) return;
    notify.error('Failed to load company details', { id: 'company-not-loaded' });
    navigate(paths.companies(), { replace: true });
  }, [error, navigate]);
}

function CreateForm({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const create = useCreateAccount();
  // One key per form: a retry after a lost answer opens no second account.
  const [idempotencyKey] = useState(newId);

  async function submit(values: NewAccount): Promise<void> {
    const { meta } = await create.mutateAsync({
      ...values,
      isActive: true,
      companyId,
      idempotencyKey,
    });
    if (meta?.approvalId) {
      const sum = `UGX ${formatAmount(values.initialDeposit)}`;
      notify.waiting(
        `Account created with UGX 0. The deposit of ${sum} waits for a second person.`,
        paths.approval(meta.approvalId),
      );
    } else {
      notify.success('Account created successfully!');
    }
    navigate(paths.companyAccounts(companyId));
  }

  return <AccountCreateForm companyId={companyId} onSubmit={submit} />;
}
