import { Landmark } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

interface AccountNotLoadedProps extends Failure {
  companyId: string;
}

export function AccountNotLoaded({ companyId, ...failure }: AccountNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<Landmark />}
      missing={{
        title: 'Account not found',
        heading: 'h2',
        hint: 'There is no such account in this company.',
      }}
      failedTitle="Failed to load account details"
      back={{ to: paths.companyAccounts(companyId), label: 'Back to Accounts' }}
      className="mb-4"
    />
  );
}

const title = 'Account Details';

/** For companies: the same text whether it does not exist, is another company's or is not permitted. */
export function AccountNotFound() {
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={
          <Breadcrumb
            items={[{ label: 'Accounts', to: paths.client.accounts() }, { label: title }]}
          />
        }
      />
      <div role="alert" className="rounded-lg border bg-surface">
        <EmptyState
          icon={<Landmark />}
          heading="h2"
          title="Account not found"
          hint="The account you're looking for doesn't exist or you don't have permission to view it."
          action={<ButtonLink to={paths.client.accounts()}>Back to Accounts</ButtonLink>}
        />
      </div>
    </>
  );
}
