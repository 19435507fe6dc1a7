import {
  ArrowLeftRight,
  Building2,
  ChartColumn,
  ChevronDown,
  Landmark,
  LayoutDashboard,
  LogOut,
  Settings,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { signOut } from '../session/sign-out.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { NotBuiltYet, PortalFrame } from './portal-frame.tsx';
import type { NavEntry } from './portal-nav.tsx';
import { PortalSearch } from './portal-search.tsx';

type Panel = 'Transactions' | 'Reports';

export default function AdminLayout({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const entries: readonly NavEntry[] = [
    { label: 'Dashboard', icon: LayoutDashboard, to: paths.admin() },
    { label: 'Companies', icon: Building2, to: paths.companies() },
    { label: 'Users', icon: Users, to: paths.users() },
    { label: 'Roles', icon: ShieldCheck, to: paths.roles() },
    { label: 'Accounts', icon: Landmark, to: paths.accounts() },
    { label: 'Transactions', icon: ArrowLeftRight, onOpen: () => setPanel('Transactions') },
    { label: 'Reports', icon: ChartColumn, onOpen: () => setPanel('Reports') },
    { label: 'Settings', icon: Settings, to: paths.settings() },
  ];

  return (
    <>
      <PortalFrame
        title="Admin Portal"
        homePath={paths.admin()}
        entries={entries}
        search={
          <PortalSearch
            placeholder="Search companies, transactions..."
            pathFor={(search) => paths.companies({ search })}
          />
        }
        userMenu={<UserMenu />}
      >
        {children}
      </PortalFrame>
      <Sheet
        open={panel !== null}
        onClose={() => setPanel(null)}
        title={panel ?? 'Transactions'}
        size="lg"
      >
        <NotBuiltYet title={`${panel} will open here`} hint="This panel is not built yet." />
      </Sheet>
    </>
  );
}

function UserMenu() {
  const session = useSession();
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="max-sm:w-9 max-sm:px-0">
          <span className="flex items-center gap-2">
            <UserRound aria-hidden="true" className="text-muted" />
            {/* A fixed name is asked for; who it really is stands inside the menu. */}
            <span className="max-sm:sr-only">Admin User</span>
            <ChevronDown aria-hidden="true" className="text-muted max-sm:hidden" />
          </span>
        </Button>
      }
      header={
        <span className="block max-w-64 text-13 break-words text-muted">
          Signed in as <span className="font-medium text-ink">{session?.user.email}</span>
        </span>
      }
      items={[
        { label: 'Profile', icon: <UserRound />, to: paths.settings('profile') },
        { label: 'Settings', icon: <Settings />, to: paths.settings('security') },
        'separator',
        { label: 'Logout', icon: <LogOut />, onSelect: () => signOut() },
      ]}
    />
  );
}
