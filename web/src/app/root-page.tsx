import { lateLayout, type FromUnknown } from './route.tsx';
import { SiteSkeleton } from './page-skeleton.tsx';
import { useLocation } from '../lib/router.tsx';
import { lateChosen } from '../ui/late.tsx';
import { UnknownPage } from '../pages/public/unknown-page.tsx';

/* Whoever asks the server for the home page gets it ready made; here only links of the portal lead to it. */
const Layout = lateLayout(
  () => import('./public-layout.tsx'),
  <SiteSkeleton barClassName="h-16" />,
);
const HomePage = lateChosen(() => import('../pages/public/landing.tsx'), { waiting: null });

/** The home page, or what somebody sees whose address is unknown: both are at the same address. */
export default function RootPage() {
  const { unknownPage } = (useLocation().state ?? {}) as FromUnknown;
  if (unknownPage) return <UnknownPage address={unknownPage} />;
  return (
    <Layout>
      <HomePage />
    </Layout>
  );
}
