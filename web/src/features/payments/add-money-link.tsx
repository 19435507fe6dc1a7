import { ArrowDownToLine } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** The next step when no money has moved yet, for users with the permission. */
export function AddMoneyLink() {
  if (!useCan('canManageAccounts')) return null;
  return (
    <ButtonLink icon={<ArrowDownToLine />} to={paths.client.home({ action: 'add-money' })}>
      Add Money
    </ButtonLink>
  );
}
