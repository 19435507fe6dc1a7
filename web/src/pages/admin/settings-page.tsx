import { Bell, ShieldCheck, SlidersHorizontal, User } from 'lucide-react';
import { ProfileTab } from '../../features/settings/profile-tab.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { lateChosen } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KeptTab, Tabs } from '../../ui/tabs.tsx';

/* Their forms need a library that the other tabs do not. */
const SecurityTab = lateChosen(() => import('../../features/settings/security-tab.tsx'));
const NotificationsTab = lateChosen(() => import('../../features/settings/notifications-tab.tsx'));

const PlatformTab = lateChosen(() => import('../../features/settings/platform-tab.tsx'));

const tabState = {
  filters: { tab: ['profile', 'security', 'notifications', 'platform'] },
} as const;

const tabs = [
  { id: 'profile', label: 'Profile', icon: <User /> },
  { id: 'security', label: 'Security', icon: <ShieldCheck /> },
  { id: 'notifications', label: 'Notifications', icon: <Bell /> },
] as const;
const platformTab = { id: 'platform', label: 'Platform', icon: <SlidersHorizontal /> } as const;

export default function SettingsPage() {
  const { filters, setFilter } = useUrlState(tabState);
  const mayChangePlatform = useCan('staffSettings');
  const tab = filters.tab === 'platform' && !mayChangePlatform ? 'profile' : filters.tab;
  const user = useSession()?.user;
  if (!user) return null;

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Settings"
        subtitle={
          tab === 'platform'
            ? 'What applies to the whole platform'
            : 'Your own profile, password and notifications'
        }
      />
      <Tabs
        label="Settings"
        tabs={mayChangePlatform ? [...tabs, platformTab] : tabs}
        value={tab}
        onChange={(next) => setFilter('tab', next)}
      >
        <KeptTab isShown={tab === 'profile'}>
          <ProfileTab userId={user.id} />
        </KeptTab>
        <KeptTab isShown={tab === 'security'}>
          <SecurityTab retryLabel="Try Again" email={user.email} />
        </KeptTab>
        <KeptTab isShown={tab === 'notifications'}>
          <NotificationsTab retryLabel="Try Again" />
        </KeptTab>
        {mayChangePlatform ? (
          <KeptTab isShown={tab === 'platform'}>
            <PlatformTab retryLabel="Try Again" />
          </KeptTab>
        ) : null}
      </Tabs>
    </div>
  );
}
