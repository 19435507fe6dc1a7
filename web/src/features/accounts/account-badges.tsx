import { BriefcaseBusiness, CreditCard, PiggyBank, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { typeNameOf } from './account-type.ts';

interface Look {
  tone: Tone;
  icon: ReactNode;
  className?: string;
}

const looks: Readonly<Record<string, Look>> = {
  savings: { tone: 'success', icon: <PiggyBank aria-hidden="true" /> },
  checking: { tone: 'info', icon: <CreditCard aria-hidden="true" /> },
  business: {
    tone: 'neutral',
    icon: <BriefcaseBusiness aria-hidden="true" />,
    className: 'border-line-strong! bg-surface! text-ink!',
  },
  investment: { tone: 'warning', icon: <TrendingUp aria-hidden="true" /> },
};

interface AccountTypeBadgeProps {
  account: { accountTypeName: string | null };
  /** For a type that has no icon of its own. */
  otherIcon?: ReactNode;
}

/** Types that came from another system look neutral. */
export function AccountTypeBadge({ account, otherIcon }: AccountTypeBadgeProps) {
  const name = typeNameOf(account);
  return <Badge {...(looks[name.toLowerCase()] ?? { icon: otherIcon })}>{name}</Badge>;
}

/** Undefined for a type that came from another system. */
export function accountTypeIcon(account: { accountTypeName: string | null }): ReactNode {
  return looks[typeNameOf(account).toLowerCase()]?.icon;
}

export function AccountStatusBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
