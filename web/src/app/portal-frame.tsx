import { QueryClientProvider } from '@tanstack/react-query';
import { Menu, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { createQueryClient, forgetOnUserChange } from '../api/query-client.ts';
import { cn } from '../lib/cn.ts';
import { getMode } from '../lib/mode.ts';
import { useOverPage } from '../lib/use-over-page.ts';
import { useSession } from '../session/use-session.ts';
import { ExpiryNotice } from './expiry-notice.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { TestBar } from '../features/test-mode/mode-switch.tsx';
import { ProofQuestion } from '../features/factors/proof-question.tsx';
import { Brand } from '../ui/brand.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Link } from '../ui/link.tsx';
import { preloadWindowsOnFirstMove, Sheet } from '../ui/dialog.tsx';
import { lateChosen } from '../ui/late.tsx';
import { ReadOnlyReason } from '../ui/read-only.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { PortalNav, type NavEntry } from './portal-nav.tsx';

const VisitorPanel = lateChosen(() => import('./visitor-panel.tsx'), {
  waiting: <div className="h-19" />,
});

const visitorReason = 'Nothing can be changed in the open demo.';

// Here and not in main.tsx: the public pages send no requests and do not load this code (9 kB).
const queryClient = createQueryClient();
forgetOnUserChange(queryClient);
preloadWindowsOnFirstMove();

/** After the page has loaded what it shows. */
const liveAfterMs = 3_000;

function useLive(): void {
  useEffect(() => {
    let stop = (): void => {};
    const timer = setTimeout(() => {
      void import('./live.ts').then(
        (live) => {
          stop = live.startLive(queryClient);
        },
        // The screens also ask every minute.
        () => {},
      );
    }, liveAfterMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

interface PortalFrameProps {
  title: string;
  homePath: string;
  entries: readonly NavEntry[];
  search: ReactNode;
  /** The bell and its panel. */
  bell: ReactNode;
  /** At the right end of the top bar. */
  userMenu?: ReactNode;
  /** At the foot of the sidebar and of the phone's drawer. */
  sidebarFooter?: ReactNode;
  children: ReactNode;
}

/** Sidebar, top bar and content, shared by the back-office and the client area. */
export function PortalFrame(props: PortalFrameProps) {
  const { title, homePath, entries, search, bell, userMenu, sidebarFooter, children } = props;
  // Closes on navigation, whichever link was used.
  const [isDrawerOpen, setIsDrawerOpen] = useOverPage<true>();
  const close = () => setIsDrawerOpen(null);
  const user = useSession()?.user;
  useLive();

  return (
    <QueryClientProvider client={queryClient}>
      <ReadOnlyReason value={user?.isVisitor ? visitorReason : null}>
        <SkipLink />

        <aside
          className="fixed inset-y-0 left-0 z-30 hidden w-15 flex-col border-r bg-surface md:flex xl:w-60"
          data-print="hide"
        >
          <Link
            to={homePath}
            className="flex h-14 shrink-0 items-center rounded-lg px-4 max-xl:justify-center max-xl:px-0"
          >
            <Brand text={title} textClassName="max-xl:sr-only" />
          </Link>
          <div className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
            <PortalNav entries={entries} canShrink />
          </div>
          {sidebarFooter}
        </aside>

        <div className="flex min-h-dvh flex-col md:pl-15 xl:pl-60 print:pl-0">
          <header className="sticky top-0 z-20 border-b bg-surface" data-print="hide">
            <TestBar />
            <div className="flex h-14 items-center gap-1 px-3 sm:gap-2 sm:px-6">
              <IconButton
                label="Open navigation"
                icon={<Menu />}
                tooltip={false}
                aria-haspopup="dialog"
                onClick={() => setIsDrawerOpen(true)}
                className="-ml-1 md:hidden"
              />
              {search}
              <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-1">
                {bell}
                <ThemeToggle />
                {userMenu}
              </div>
            </div>
          </header>
          <main
            id="main"
            tabIndex={-1}
            // Elements that stick to the top of the page stop below the bar.
            className={cn(
              'mx-auto flex w-full max-w-7xl flex-1 flex-col px-4 py-6 sm:px-6 lg:px-8',
              getMode() === 'test' ? '[--sticky-top:5.8125rem]' : '[--sticky-top:3.5625rem]',
            )}
          >
            <div className="mb-4 empty:hidden">
              <ExpiryNotice />
              {user?.isVisitor ? <VisitorPanel name={user.name} /> : null}
            </div>
            {children}
          </main>
        </div>

        <Sheet
          open={isDrawerOpen !== null}
          onClose={close}
          title="Navigation"
          side="left"
          size="sm"
          hideHeader
        >
          {/* The entries scroll, and who is signed in stays in sight. */}
          <div className="flex h-full flex-col">
            <div className="flex h-14 shrink-0 items-center justify-between px-4">
              <Brand text={title} />
              <IconButton label="Close navigation" icon={<X />} tooltip={false} onClick={close} />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
              <PortalNav entries={entries} canShrink={false} onNavigate={close} />
            </div>
            {sidebarFooter}
          </div>
        </Sheet>
      </ReadOnlyReason>
      {/* Outside: whoever can change nothing may still leave. */}
      <LeaveQuestion />
      <ProofQuestion />
    </QueryClientProvider>
  );
}
