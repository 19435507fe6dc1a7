import { Building2, CircleCheck, CircleSlash, Landmark, Wallet } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatAmount } from '../../lib/money.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import type { AccountTotals } from './account-list.ts';

interface AccountTilesProps {
  /** Undefined while they are loading. */
  totals: AccountTotals | undefined;
  /** For all companies, whose number is then shown too; otherwise for one. */
  ofAll?: boolean;
}

/** The balance has the width of two, because it has the most digits. */
export function AccountTiles({ totals, ofAll = false }: AccountTilesProps) {
  const tile = (label: string, icon: ComponentProps<typeof StatCard>['icon'], value = 0) => ({
    brief: true,
    loading: totals === undefined,
    label,
    icon,
    value: value.toLocaleString('en-US'),
  });
  return (
    <section
      aria-label="Totals"
      className={cn('mb-6 grid grid-cols-2 gap-3', ofAll ? 'lg:grid-cols-6' : 'lg:grid-cols-5')}
    >
      <h2 className="sr-only">Totals</h2>
      <StatCard
        {...tile(ofAll ? 'Accounts' : 'Total Accounts', <Landmark />, totals?.totalCount)}
        className={ofAll ? undefined : 'max-lg:col-span-2'}
      />
      <StatCard
        {...tile('Active', <CircleCheck />, totals?.activeCount)}
        note={totals?.suspendedCount ? `and ${formatAmount(totals.suspendedCount)} suspended` : ''}
      />
      <StatCard {...tile('Inactive', <CircleSlash />, totals?.inactiveCount)} />
      <StatCard
        {...tile('Total Balance', <Wallet />)}
        className={cn('col-span-2', ofAll && 'max-lg:order-last')}
        value={<Money amount={totals?.totalBalance} />}
      />
      {ofAll ? (
        <StatCard
          {...tile('Companies', <Building2 />, totals?.companyCount)}
          note="that have accounts"
        />
      ) : null}
    </section>
  );
}
