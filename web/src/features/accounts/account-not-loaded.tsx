import { Landmark } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
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
