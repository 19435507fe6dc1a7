import { Bell, ShieldCheck, User } from 'lucide-react';
import { ProfileTab } from '../../features/settings/profile-tab.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useSession } from '../../session/use-session.ts';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KeptTab, Tabs } from '../../ui/tabs.tsx';

/* Their forms need a library that the other tabs do not. */
const SecurityTab = late(() => import('../../features/settings/security-tab.tsx'));
const NotificationsTab = late(() => import('../../features/settings/notifications-tab.tsx'));

const tabState = { filters: { tab: ['profile', 'security', 'notifications'] } } as const;

const tabs = [
  { id: 'profile', label: 'Profile', icon: <User /> },
  { id: 'security', label: 'Security', icon: <ShieldCheck /> },
  { id: 'notifications', label: 'Notifications', icon: <Bell /> },
] as const;

export default function SettingsPage() {
  const { filters, setFilter } = useUrlState(tabState);
  const { tab } = filters;
  const user = useSession()?.user;
  if (!user) return null;

  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" subtitle="Your own profile, password and notifications" />
      <Tabs label="Settings" tabs={tabs} value={tab} onChange={(next) => setFilter('tab', next)}>
        <KeptTab isShown={tab === 'profile'}>
          <ProfileTab userId={user.id} />
        </KeptTab>
        <KeptTab isShown={tab === 'security'}>
          <SecurityTab retryLabel="Try Again" email={user.email} />
        </KeptTab>
        <KeptTab isShown={tab === 'notifications'}>
          <NotificationsTab retryLabel="Try Again" />
        </KeptTab>
      </Tabs>
    </div>
  );
}
