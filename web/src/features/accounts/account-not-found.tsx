import { Landmark } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const title = 'Account Details';

/** One text for all: whether an account of another company exists is nobody's business. */
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
