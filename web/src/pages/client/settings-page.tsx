import { Bell, Building2, ShieldCheck, User } from 'lucide-react';
import { CompanyTab } from '../../features/company-settings/company-tab.tsx';
import { NotificationsTab } from '../../features/company-settings/notifications-tab.tsx';
import { ProfileTab } from '../../features/company-settings/profile-tab.tsx';
import { SecurityTab } from '../../features/company-settings/security-tab.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const tabState = {
  filters: { tab: ['profile', 'company', 'security', 'notifications'] },
} as const;

export default function SettingsPage() {
  const { filters, setFilter } = useUrlState(tabState);
  const canManageCompany = useCan('canManageCompany');
  const user = useSession()?.user;
  if (!user) return null;
  const tab = filters.tab === 'company' && !canManageCompany ? 'profile' : filters.tab;
  const tabs = [
    { id: 'profile', label: 'Profile', icon: <User /> },
    {
      id: 'company',
      label: 'Company',
      icon: <Building2 />,
      disabled: !canManageCompany,
      disabledReason: 'Only users who can manage the company can open this tab.',
    },
    { id: 'security', label: 'Security', icon: <ShieldCheck /> },
    { id: 'notifications', label: 'Notifications', icon: <Bell /> },
  ] as const;

  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" subtitle="Your profile, company, password and notifications" />
      <Tabs label="Settings" tabs={tabs} value={tab} onChange={(next) => setFilter('tab', next)}>
        {tab === 'profile' ? <ProfileTab userId={user.id} /> : null}
        {tab === 'company' ? <CompanyTab companyId={user.companyId} /> : null}
        {/* These two stay, so that what was typed is still there after a look at another tab. */}
        <div hidden={tab !== 'security'}>
          <SecurityTab userId={user.id} email={user.email} />
        </div>
        <div hidden={tab !== 'notifications'}>
          <NotificationsTab userId={user.id} />
        </div>
      </Tabs>
    </div>
  );
}
