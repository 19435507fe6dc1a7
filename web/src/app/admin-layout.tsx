import {
  ArrowLeftRight,
  Banknote,
  Building2,
  ChartColumn,
  ClipboardCheck,
  Landmark,
  LayoutDashboard,
  Mail,
  OctagonPause,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import {
  ApprovalsCount,
  CasesCount,
  EnquiriesCount,
} from '../features/dashboards/attention-counts.tsx';
import { BrakesOn } from '../features/dashboards/brakes-on.tsx';
import { StatusLight } from '../features/status/status-parts.tsx';
import { paths } from '../lib/paths.ts';
import { useCan } from '../session/permissions.ts';
import { useSession } from '../session/use-session.ts';
import { lateInPlace } from '../ui/late.tsx';
import { AdminBell } from './admin-bell.tsx';
import { PortalBell } from './portal-bell.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { isOrBelow, type NavEntry } from './portal-nav.tsx';
import { portalPages } from './portal-pages.ts';
import { PortalSearch } from './portal-search.tsx';
import type { LayoutProps } from './route.tsx';
import { UserButton } from './user-button.tsx';

export default function AdminLayout({ children, routes }: LayoutProps) {
  const canRead = useCan('staffRead');
  // The open demo does not show who else was there.
  const user = useSession()?.user ?? null;
  const isVisitor = user?.isVisitor ?? false;
  const entries: readonly NavEntry[] = [
    { label: 'Dashboard', icon: LayoutDashboard, to: paths.admin() },
    {
      label: 'Approvals',
      icon: ClipboardCheck,
      to: paths.approvals(),
      badge: <ApprovalsCount />,
    },
    { label: 'Payout Brake', icon: OctagonPause, to: paths.payoutBrakes() },
    { label: 'Companies', icon: Building2, to: paths.companies() },
    { label: 'Enquiries', icon: Mail, to: paths.enquiries(), badge: <EnquiriesCount /> },
    { label: 'Users', icon: Users, to: paths.users() },
    { label: 'Roles', icon: ShieldCheck, to: paths.roles() },
    { label: 'Accounts', icon: Landmark, to: paths.accounts() },
    { label: 'Transactions', icon: ArrowLeftRight, to: paths.transactions() },
    { label: 'Settlements', icon: Banknote, to: paths.settlements() },
    {
      label: 'Reconciliation',
      icon: Scale,
      to: paths.reconciliation(),
      badge: <CasesCount />,
    },
    { label: 'Reports', icon: ChartColumn, to: paths.reports() },
    { label: 'Audit Log', icon: ScrollText, to: paths.audit() },
    {
      label: 'Settings',
      icon: Settings,
      to: paths.settings(),
      // Opened from there.
      isCurrent: (path: string) =>
        isOrBelow(path, paths.settings()) || isOrBelow(path, paths.blockedNumbers()),
    },
  ].filter(
    ({ label }) =>
      (canRead || label === 'Settings') && !(isVisitor && /^(Enquiries|Audit Log)$/.test(label)),
  );

  const isLeftOut = (path: string): boolean =>
    isVisitor && (path === paths.enquiries() || path === paths.audit());

  return (
    <PortalFrame
      title="Admin Portal"
      homePath={paths.admin()}
      entries={entries}
      search={
        canRead ? (
          <PortalSearch
            portal="admin"
            placeholder="Search companies, transactions..."
            pathFor={(search) => paths.transactions({ search, range: 'all' })}
            pages={portalPages(entries, routes, user, isLeftOut)}
            offersList
          />
        ) : null
      }
      bell={
        <>
          <StatusLight />
          {canRead ? <PortalBell bell={AdminBell} /> : null}
        </>
      }
      userMenu={<UserMenu />}
    >
      {canRead ? <BrakesOn /> : null}
      {children}
    </PortalFrame>
  );
}

interface UserMenuProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The menu's code (18 kB) loads when the pointer or the focus comes near, not with each page. */
const OpenedUserMenu = lateInPlace<UserMenuProps>(
  () => import('./opened-user-menu.tsx'),
  ({ open, onOpen, onClose, preload }) => (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      isWaiting={open}
      // If the focus has moved on, the menu does not take it back.
      onBlur={onClose}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onOpen();
      }}
    />
  ),
);

function UserMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <OpenedUserMenu open={isOpen} onOpen={() => setIsOpen(true)} onClose={() => setIsOpen(false)} />
  );
}
