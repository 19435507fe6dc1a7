import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/use-session.ts';
import { lateChosen } from '../ui/late.tsx';
import { owner as walletOwner } from '../features/demo-wallet/sample-data.ts';
import { TestBar } from '../features/test-mode/mode-switch.tsx';
import { ExpiryNotice } from './expiry-notice.tsx';
import { signOut } from '../api/sign-out.ts';
import { Brand } from '../ui/brand.tsx';
import { preloadWindowsOnFirstMove } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';

preloadWindowsOnFirstMove();

const VisitorPanel = lateChosen(() => import('./visitor-panel.tsx'), {
  waiting: <div className="h-19" />,
});

/** An app-like layout: the wallet page has its own tabs. */
export default function WalletLayout({ children }: { children: ReactNode }) {
  const user = useSession()?.user;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 border-b bg-surface" data-print="hide">
        <TestBar />
        <div className="mx-auto flex h-14 w-full max-w-6xl items-center justify-between px-4 sm:px-6">
          <Link to={paths.landing()} className="flex rounded-lg">
            <Brand text="Sente" />
          </Link>
          {/* A user without a company has no other page to sign out from. */}
          <div className="-mr-2 flex items-center gap-1">
            <ThemeToggle />
            <IconButton label="Sign out" icon={<LogOut />} onClick={() => signOut()} />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 py-6 sm:px-6 sm:py-8"
      >
        <div className="mb-4 empty:hidden">
          <ExpiryNotice />
          {user?.isVisitor ? <VisitorPanel name={walletOwner.name} /> : null}
        </div>
        {children}
      </main>
    </div>
  );
}
