import {
  ArrowLeftRight,
  Banknote,
  BookUser,
  ChartLine,
  ClipboardCheck,
  Code,
  Gauge,
  Landmark,
  LayoutDashboard,
  Link2,
  ListChecks,
  LogOut,
  ScrollText,
  Settings,
  Smartphone,
  Store,
  Ticket,
  Users,
  Wifi,
} from 'lucide-react';
import { useLocation } from '../lib/router.tsx';
import { useLeftList } from '../lib/way-back.ts';
import { SuspensionNotice } from '../features/companies/suspension-notice.tsx';
import { CompanyBell } from '../features/notifications/company-bell.tsx';
import { OwnApprovalsCount } from '../features/notifications/own-approvals-count.tsx';
import { ModeSwitch, NotInTestMode } from '../features/test-mode/mode-switch.tsx';
import { getMode } from '../lib/mode.ts';
import { paths } from '../lib/paths.ts';
import { useCan } from '../session/permissions.ts';
import { roleText } from '../session/role.ts';
import { signOut } from '../api/sign-out.ts';
import { useCompanyId, useSession } from '../session/use-session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { PortalBell } from './portal-bell.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { isOrBelow, type NavEntry } from './portal-nav.tsx';
import { portalPages } from './portal-pages.ts';
import { PortalSearch } from './portal-search.tsx';
import type { LayoutProps } from './route.tsx';

const home = paths.client.home();
const allTransactions = paths.client.transactions();
const apiTransactions = paths.client.apiTransactions();

export default function ClientLayout({ children, routes }: LayoutProps) {
  const canViewTransactions = useCan('canViewTransactions');
  const canViewAccounts = useCan('canViewAccounts');
  const canManageProducts = useCan('canManageProducts');
  const canViewProducts = useCan('canViewProducts') || canManageProducts;
  const canManageUsers = useCan('canManageUsers');
  const canViewAnalytics = useCan('canViewAnalytics');
  const canManageCompany = useCan('canManageCompany');
  const canApprovePayouts = useCan('canApprovePayouts');
  const canManageAccounts = useCan('canManageAccounts');
  const canSeeApprovals = canApprovePayouts || canManageAccounts;
  // The open demo shows neither keys nor who else was there.
  const user = useSession()?.user ?? null;
  const isVisitor = user?.isVisitor ?? false;
  const { pathname } = useLocation();
  // Both lists lead to the same pages.
  const leftApiList = useLeftList(apiTransactions, allTransactions);
  const isOfApi = pathname.startsWith(`${allTransactions}/`) && leftApiList !== undefined;
  const isLiveOnly = getMode() === 'test' && isLiveOnlyPage(pathname);
  const entries: readonly NavEntry[] = [
    {
      label: 'Dashboard',
      icon: LayoutDashboard,
      to: home,
      isCurrent: (path) => path === home || path === `${home}/dashboard`,
    },
    ...(canViewTransactions
      ? [
          {
            label: 'Transactions',
            icon: ArrowLeftRight,
            to: allTransactions,
            isCurrent: (path: string) => isOrBelow(path, allTransactions) && !isOfApi,
          },
          {
            label: 'API Transactions',
            icon: Smartphone,
            to: apiTransactions,
            isCurrent: (path: string) => isOrBelow(path, apiTransactions) || isOfApi,
          },
        ]
      : []),
    ...(canViewAccounts
      ? [{ label: 'Accounts', icon: Landmark, to: paths.client.accounts() }]
      : []),
    ...(canViewTransactions || canManageAccounts
      ? [
          { label: 'Payment Links', icon: Link2, to: paths.client.paymentLinks() },
          { label: 'Tills', icon: Store, to: paths.client.tills() },
        ]
      : []),
    ...(canSeeApprovals
      ? [{ label: 'Bulk Payouts', icon: ListChecks, to: paths.client.bulkPayouts() }]
      : []),
    ...(canManageAccounts
      ? [{ label: 'Recipients', icon: BookUser, to: paths.client.recipients() }]
      : []),
    ...(canViewTransactions || canManageAccounts || canManageCompany
      ? [{ label: 'Settlements', icon: Banknote, to: paths.client.settlements() }]
      : []),
    ...(canSeeApprovals
      ? [
          {
            label: 'Approvals',
            icon: ClipboardCheck,
            to: paths.client.approvals(),
            // Those of live mode are not here.
            badge: getMode() === 'live' ? <OwnApprovalsCount /> : undefined,
          },
        ]
      : []),
    ...(canViewProducts
      ? [
          { label: 'Internet Products', icon: Wifi, to: paths.client.internetProducts() },
          { label: 'Product Codes', icon: Ticket, to: paths.client.productCodes() },
        ]
      : []),
    ...(canManageUsers ? [{ label: 'Users', icon: Users, to: paths.client.users() }] : []),
    ...(canViewAnalytics
      ? [{ label: 'Analytics', icon: ChartLine, to: paths.client.analytics() }]
      : []),
    ...(canManageCompany || canManageAccounts
      ? [{ label: 'Fees and Limits', icon: Gauge, to: paths.client.limits() }]
      : []),
    ...(canManageCompany && !isVisitor
      ? [
          { label: 'Developers', icon: Code, to: paths.client.developers() },
          { label: 'Audit Log', icon: ScrollText, to: paths.client.audit() },
        ]
      : []),
    { label: 'Settings', icon: Settings, to: paths.client.settings() },
  ];

  const shownEntries = getMode() === 'test' ? entries.filter(isInTestMode) : entries;
  const isLeftOut = (path: string): boolean =>
    (getMode() === 'test' && isLiveOnlyPage(path)) || (isVisitor && isOfDevelopers(path));

  return (
    <PortalFrame
      title="Client Portal"
      homePath={home}
      entries={shownEntries}
      search={
        <PortalSearch
          portal="client"
          placeholder="Search transactions, users, products..."
          pathFor={(search) => paths.client.transactions({ search, range: 'all' })}
          pages={portalPages(shownEntries, routes, user, isLeftOut)}
          offersList={canViewTransactions}
        />
      }
      bell={<PortalBell bell={CompanyBell} />}
      userMenu={<ModeSwitch />}
      sidebarFooter={<Person />}
    >
      <OwnSuspension />
      {isLiveOnly ? <NotInTestMode /> : children}
    </PortalFrame>
  );
}

/** What concerns real people, real money and the company itself has no counterpart in test mode. */
const liveOnly: ReadonlySet<string> = new Set([
  paths.client.settlements(),
  paths.client.users(),
  paths.client.audit(),
  paths.client.settings(),
]);

function isInTestMode({ to }: NavEntry): boolean {
  return !liveOnly.has(to);
}

/** Whether a page, or the list that it belongs to, is one of them. The address may contain the company. */
function isLiveOnlyPage(pathname: string): boolean {
  const own = pathname.replace(/^\/client\/company\/[^/]+/, paths.client.home());
  return [...liveOnly].some((path) => own === path || own.startsWith(`${path}/`));
}

/** What the open demo does not show. */
function isOfDevelopers(path: string): boolean {
  const own = [paths.client.developers(), paths.client.audit()];
  return own.some((each) => path === each || path.startsWith(`${each}/`));
}

/** On every page, so that nobody wonders why nothing is accepted. */
function OwnSuspension() {
  const companyId = useCompanyId();
  return companyId ? <SuspensionNotice companyId={companyId} /> : null;
}

/** The signed-in user, with links to the profile and to sign out. */
function Person() {
  const session = useSession();
  if (!session) return null;
  const { user } = session;
  const name = user.name || user.email;
  return (
    <div className="flex items-center gap-1 border-t p-3 max-xl:md:flex-col">
      <Link
        to={paths.client.settings()}
        aria-label={`Profile of ${name}, ${roleText(user)}`}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg p-1.5 hover:bg-surface-hover"
      >
        <Avatar name={name} src={user.avatar} size="sm" />
        <span className="min-w-0 max-xl:md:hidden">
          <span className="block truncate text-13 font-medium">{name}</span>
          <span className="block truncate text-xs text-muted">{roleText(user)}</span>
        </span>
      </Link>
      <IconButton label="Sign out" icon={<LogOut />} onClick={() => signOut()} />
    </div>
  );
}
