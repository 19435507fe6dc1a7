import { Building2, CircleCheck, CircleSlash, Landmark, Wallet } from 'lucide-react';
import { Money } from '../../ui/money.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import type { AccountTotals } from './account-list.ts';

interface AccountTilesProps {
  /** Undefined while they are on their way. */
  totals: AccountTotals | undefined;
}

const count = (value: number | undefined) => (value ?? 0).toLocaleString('en-US');

/** The balance gets the room of two: it has the most digits. */
export function CompanyAccountTiles({ totals }: AccountTilesProps) {
  const loading = totals === undefined;
  return (
    <section aria-label="Totals" className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-5">
      <h2 className="sr-only">Totals</h2>
      <StatCard
        brief
        loading={loading}
        className="max-lg:col-span-2"
        label="Total Accounts"
        icon={<Landmark />}
        value={count(totals?.totalCount)}
      />
      <ActiveTiles totals={totals} />
      <StatCard
        brief
        loading={loading}
        className="col-span-2"
        label="Total Balance"
        icon={<Wallet />}
        value={<Money amount={totals?.totalBalance} />}
      />
    </section>
  );
}

export function AllAccountTiles({ totals }: AccountTilesProps) {
  const loading = totals === undefined;
  return (
    <section aria-label="Totals" className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-6">
      <h2 className="sr-only">Totals</h2>
      <StatCard
        brief
        loading={loading}
        label="Accounts"
        icon={<Landmark />}
        value={count(totals?.totalCount)}
      />
      <ActiveTiles totals={totals} />
      <StatCard
        brief
        loading={loading}
        className="col-span-2 max-lg:order-last"
        label="Total Balance"
        icon={<Wallet />}
        value={<Money amount={totals?.totalBalance} />}
      />
      <StatCard
        brief
        loading={loading}
        label="Companies"
        icon={<Building2 />}
        value={count(totals?.companyCount)}
      />
    </section>
  );
}

function ActiveTiles({ totals }: AccountTilesProps) {
  const loading = totals === undefined;
  return (
    <>
      <StatCard
        brief
        loading={loading}
        label="Active"
        icon={<CircleCheck />}
        value={count(totals?.activeCount)}
      />
      <StatCard
        brief
        loading={loading}
        label="Inactive"
        icon={<CircleSlash />}
        value={count(totals?.inactiveCount)}
      />
    </>
  );
}
