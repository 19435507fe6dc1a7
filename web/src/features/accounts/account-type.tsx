import type { Account } from '@sente/contract/accounts';
import {
  BriefcaseBusiness,
  CreditCard,
  HandCoins,
  Landmark,
  PiggyBank,
  TrendingUp,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';

type Typed = Pick<Account, 'accountTypeName'>;

/** Used only if the type's name is missing: the company portal maps the codes differently. */
const companyTypes: Readonly<Record<number, string>> = {
  1: 'Checking',
  2: 'Savings',
  3: 'Investment',
  4: 'Credit',
};

/** The name that screens show and filter by. */
export function typeNameOf({ accountTypeName }: Typed): string {
  return accountTypeName?.trim() || 'Unknown';
}

/** As the company portal shows it: the type's name in any case. */
export function withTypeName(account: Account): Account {
  const given = account.accountTypeName?.trim();
  return { ...account, accountTypeName: given || companyTypes[account.accountType] || 'Unknown' };
}

export function withTypeNames(accounts: readonly Account[]): readonly Account[] {
  return accounts.map(withTypeName);
}

/** The names of the existing types, in alphabetical order. */
export function typesIn(accounts: readonly Typed[]): readonly string[] {
  return [...new Set(accounts.map(typeNameOf))].toSorted();
}

/* Without colours, which mean a status such as active or failed. */
const icons: Readonly<Record<string, ReactNode>> = {
  savings: <PiggyBank aria-hidden="true" />,
  checking: <CreditCard aria-hidden="true" />,
  business: <BriefcaseBusiness aria-hidden="true" />,
  investment: <TrendingUp aria-hidden="true" />,
};
const otherIcons: Readonly<Record<string, ReactNode>> = {
  credit: <HandCoins aria-hidden="true" />,
};

function iconOf(account: Typed): ReactNode {
  const type = typeNameOf(account).toLowerCase();
  return icons[type] ?? otherIcons[type] ?? <Landmark aria-hidden="true" />;
}

interface AccountTypeBadgeProps {
  account: Typed;
  /** Also for types of other systems, which the back-office shows without an icon. */
  alwaysWithIcon?: boolean;
}

export function AccountTypeBadge({ account, alwaysWithIcon = false }: AccountTypeBadgeProps) {
  const name = typeNameOf(account);
  return <Badge icon={alwaysWithIcon ? iconOf(account) : icons[name.toLowerCase()]}>{name}</Badge>;
}

/** Next to the account's name in the heading of a page. */
export function AccountTypeTile({ account }: { account: Typed }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-lg border bg-surface-sunken text-muted [&_svg]:size-5"
    >
      {iconOf(account)}
    </span>
  );
}

type Status = Pick<Account, 'isActive' | 'isSuspended'>;

export type AccountState = 'active' | 'inactive' | 'suspended';

/** One for each account: badges, filters and figures agree. */
export function accountState({ isActive, isSuspended }: Status): AccountState {
  if (isSuspended) return 'suspended';
  return isActive ? 'active' : 'inactive';
}

export function AccountStatusBadge({ account }: { account: Status }) {
  const state = accountState(account);
  if (state === 'suspended') return <Badge tone="danger">Suspended</Badge>;
  return state === 'active' ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}
