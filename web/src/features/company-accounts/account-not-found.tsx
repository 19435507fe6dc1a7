import { Landmark } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** One text for all: whether an account of another company exists is nobody's business. */
export function AccountNotFound() {
  return (
    <div role="alert" className="rounded-lg border bg-surface">
      <EmptyState
        icon={<Landmark />}
        heading="h1"
        title="Account not found"
        hint="The account you're looking for doesn't exist or you don't have permission to view it."
        action={<ButtonLink to={paths.client.accounts()}>Back to Accounts</ButtonLink>}
      />
    </div>
  );
}
