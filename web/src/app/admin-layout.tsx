import {
  ArrowLeftRight,
  Building2,
  ChartColumn,
  Landmark,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { Sheet } from '../ui/sheet.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { NotBuiltYet, PortalFrame } from './portal-frame.tsx';
import type { NavEntry } from './portal-nav.tsx';
import { PortalSearch } from './portal-search.tsx';
import { UserButton } from './user-button.tsx';

const OpenedUserMenu = lazyComponent(() => import('./opened-user-menu.tsx'));

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

/** The menu's code (17 kB) is fetched when the pointer or the focus comes near, not with each page. */
function UserMenu() {
  const [isOpened, setIsOpened] = useState(false);
  if (isOpened) return <OpenedUserMenu />;

  async function open(): Promise<void> {
    await OpenedUserMenu.preload();
    setIsOpened(true);
  }
  return (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={OpenedUserMenu.preload}
      onFocus={OpenedUserMenu.preload}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        void open();
      }}
    />
  );
}
