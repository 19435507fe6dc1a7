import type { SessionUser } from '@sente/contract/auth';
import {
  ChartPie,
  LayoutDashboard,
  ListOrdered,
  SlidersHorizontal,
  ArrowRight,
} from 'lucide-react';
import { useState } from 'react';
import { AnalyticsTab } from '../features/demo-wallet/analytics-tab.tsx';
import { OverviewTab } from '../features/demo-wallet/overview-tab.tsx';
import { sampleTransactions } from '../features/demo-wallet/sample-data.ts';
import { SettingsTab } from '../features/demo-wallet/settings-tab.tsx';
import { TransactionsTab } from '../features/demo-wallet/transactions-tab.tsx';
import { paths } from '../lib/paths.ts';
import { useUrlState } from '../lib/url-state.ts';
import { areaOf } from '../session/home.ts';
import { isAdministrator } from '../session/role.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Tabs } from '../ui/tabs.tsx';

const tabState = {
  filters: { tab: ['overview', 'transactions', 'analytics', 'settings'] },
} as const;
const iconClass = 'max-sm:hidden';
const tabs = [
  { id: 'overview', label: 'Overview', icon: <LayoutDashboard className={iconClass} /> },
  { id: 'transactions', label: 'Transactions', icon: <ListOrdered className={iconClass} /> },
  { id: 'analytics', label: 'Analytics', icon: <ChartPie className={iconClass} /> },
  { id: 'settings', label: 'Settings', icon: <SlidersHorizontal className={iconClass} /> },
] as const;

/** Open to every signed-in user. All data is generated in the browser; no request is sent. */
export default function DemoWalletPage() {
  const session = useSession();
  const { filters, setFilter } = useUrlState(tabState);
  // Here and not in the tabs, so that switching tabs keeps it.
  const [transactions] = useState(() => sampleTransactions());
  const [isHidden, setIsHidden] = useState(false);
  if (!session) return null;

  const visibility = { isHidden, setIsHidden };
  return (
    <>
      <PageHeader
        title="Demo Wallet"
        meta={<Badge tone="warning">Demo data</Badge>}
        subtitle="Sample figures only. Nothing you do here is sent or stored."
        actions={<OwnArea user={session.user} />}
      />
      <Tabs
        label="Demo wallet"
        tabs={tabs}
        value={filters.tab}
        onChange={(tab) => setFilter('tab', tab)}
      >
        {filters.tab === 'overview' ? (
          <OverviewTab transactions={transactions} {...visibility} />
        ) : null}
        {filters.tab === 'transactions' ? <TransactionsTab transactions={transactions} /> : null}
        {filters.tab === 'analytics' ? (
          <AnalyticsTab transactions={transactions} {...visibility} />
        ) : null}
        {filters.tab === 'settings' ? <SettingsTab {...visibility} /> : null}
      </Tabs>
    </>
  );
}

/** The link to the user's own portal. */
function OwnArea({ user }: { user: SessionUser }) {
  const area = areaOf(user);
  if (area === paths.dashboard()) {
    return (
      <p className="max-w-sm text-13 text-balance text-muted sm:text-right">
        Your sign-in belongs to no company yet, so there is no portal to go to. An administrator can
        add you to one.
      </p>
    );
  }
  return (
    // On a phone below the heading, which it would squeeze: as wide as the page makes it wrap.
    <ButtonLink to={area} className="max-sm:w-[calc(100vw-2rem)]">
      {isAdministrator(user) ? 'Go to the back-office' : 'Go to the client portal'}
      <ArrowRight aria-hidden="true" />
    </ButtonLink>
  );
}
