import { Bell, ShieldCheck, User } from 'lucide-react';
import { NotificationsTab } from '../../features/settings/notifications-tab.tsx';
import { ProfileTab } from '../../features/settings/profile-tab.tsx';
import { SecurityTab } from '../../features/settings/security-tab.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useSession } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';

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
        {/* All three stay, so that what was typed in one is still there after a look at another. */}
        <div hidden={tab !== 'profile'}>
          <ProfileTab userId={user.id} />
        </div>
        <div hidden={tab !== 'security'}>
          <SecurityTab email={user.email} />
        </div>
        <div hidden={tab !== 'notifications'}>
          <NotificationsTab />
        </div>
      </Tabs>
    </div>
  );
}
