import type { Account } from '@sente/contract/accounts';
import { HandCoins, Landmark } from 'lucide-react';
import { accountTypeIcon, AccountTypeBadge } from './account-badges.tsx';

type Typed = Pick<Account, 'accountTypeName'>;

/** Credit accounts came from another system and have no icon in the back-office. */
function otherIcon({ accountTypeName }: Typed) {
  const Icon = accountTypeName?.toLowerCase() === 'credit' ? HandCoins : Landmark;
  return <Icon aria-hidden="true" />;
}

export function ClientTypeBadge({ account }: { account: Typed }) {
  return <AccountTypeBadge account={account} otherIcon={otherIcon(account)} />;
}

/** In the head of a page, beside the account's name. */
export function AccountTypeTile({ account }: { account: Typed }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-lg border bg-surface-sunken text-muted [&_svg]:size-5"
    >
      {accountTypeIcon(account) ?? otherIcon(account)}
    </span>
  );
}
