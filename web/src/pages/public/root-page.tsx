import type { FromUnknown } from '../../app/route.tsx';
import { ReloadPanel } from '../../app/error-boundary.tsx';
import { SiteSkeleton } from '../../app/page-skeleton.tsx';
import { useLocation } from '../../lib/router.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { UnknownPage } from './unknown-page.tsx';

/** Whoever asks the server for the home page gets it ready made; here only links of the portal lead to it. */
const HomePage = lateChosen(() => import('./home-page.tsx'), {
  waiting: <SiteSkeleton barClassName="h-16" />,
  failed: () => <ReloadPanel />,
});

/** The home page, or what somebody sees whose address is unknown: both are at the same address. */
export default function RootPage() {
  const { unknownPage } = (useLocation().state ?? {}) as FromUnknown;
  return unknownPage ? <UnknownPage address={unknownPage} /> : <HomePage />;
}
