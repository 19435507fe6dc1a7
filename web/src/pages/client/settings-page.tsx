import { Bell, Building2, ShieldCheck, User } from 'lucide-react';
import { ProfileTab } from '../../features/settings/company-user-profile-tab.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { lateChosen } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KeptTab, Tabs } from '../../ui/tabs.tsx';

/* The forms of two tabs need a library that the first one does not. */
const CompanyTab = lateChosen(() => import('../../features/settings/company-tab.tsx'));
const SecurityTab = lateChosen(
  () => import('../../features/settings/company-user-security-tab.tsx'),
);
const NotificationsTab = lateChosen(
  () => import('../../features/settings/company-user-notifications-tab.tsx'),
);

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
    <>
      <PageHeader title="Settings" subtitle="Your profile, company, password and notifications" />
      <Tabs label="Settings" tabs={tabs} value={tab} onChange={(next) => setFilter('tab', next)}>
        {tab === 'profile' ? <ProfileTab userId={user.id} /> : null}
        {tab === 'company' ? <CompanyTab companyId={user.companyId} /> : null}
        <KeptTab isShown={tab === 'security'}>
          <div className="max-w-3xl">
            <SecurityTab userId={user.id} email={user.email} />
          </div>
        </KeptTab>
        <KeptTab isShown={tab === 'notifications'}>
          <div className="max-w-3xl">
            <NotificationsTab />
          </div>
        </KeptTab>
      </Tabs>
    </>
  );
}
