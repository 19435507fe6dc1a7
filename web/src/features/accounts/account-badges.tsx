import { BriefcaseBusiness, CreditCard, PiggyBank, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { typeNameOf } from './account-type.ts';

/* Without colours: those are for how something is, such as active or failed, and a type is no better. */
const icons: Readonly<Record<string, ReactNode>> = {
  savings: <PiggyBank aria-hidden="true" />,
  checking: <CreditCard aria-hidden="true" />,
  business: <BriefcaseBusiness aria-hidden="true" />,
  investment: <TrendingUp aria-hidden="true" />,
};

interface AccountTypeBadgeProps {
  account: { accountTypeName: string | null };
  /** For a type that has no icon of its own. */
  otherIcon?: ReactNode;
}

export function AccountTypeBadge({ account, otherIcon }: AccountTypeBadgeProps) {
  return <Badge icon={accountTypeIcon(account) ?? otherIcon}>{typeNameOf(account)}</Badge>;
}

/** Undefined for a type that came from another system. */
export function accountTypeIcon(account: { accountTypeName: string | null }): ReactNode {
  return icons[typeNameOf(account).toLowerCase()];
}

export function AccountStatusBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
