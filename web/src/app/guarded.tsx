import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { paths } from '../lib/paths.ts';
import { lastDeparture } from '../session/departure.ts';
import { stateFor } from '../session/requested-page.ts';
import { useSession } from '../session/use-session.ts';
import { NoPermission } from '../ui/no-permission.tsx';
import { notify } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { decide, restrictionFor } from './guards.ts';
import { layouts } from './layouts.tsx';
import { PageSkeleton, ShellSkeleton } from './page-skeleton.tsx';
import type { AppRoute } from './route.ts';

/** One route on screen: who may see it, in which frame, and what shows until it is there. */
export function Guarded({ route }: { route: AppRoute }) {
  const session = useSession();
  const location = useLocation();
  const params = useParams();
  const user = session?.user ?? null;
  const decision = decide(route.guard, { user, params, historyState: location.state });

  // Before the effects of the page, which may have a better title.
  useLayoutEffect(() => {
    document.title = `${route.title} · Sente`;
  }, [route.title]);

  if (decision.go === 'sign-in') return <ToSignIn />;
  if (decision.go === 'to') return <Redirect to={decision.to} message={decision.message} />;

  const Layout = layouts[route.layout];
  const Page = route.page;
  const restriction = restrictionFor(route.restriction, user);
  return (
    // With a key: otherwise the page before is merely hidden until the next frame's code is there, and
    // whoever comes back at once finds its messages again.
    <Suspense key={route.layout} fallback={<ShellSkeleton layout={route.layout} />}>
      <Layout>
        <ErrorBoundary key={location.pathname}>
          <Suspense fallback={<PageSkeleton />}>
            {restriction ? (
              <NoPermission heading={restriction.heading} text={restriction.text} />
            ) : (
              <Page />
            )}
          </Suspense>
        </ErrorBoundary>
      </Layout>
    </Suspense>
  );
}

function ToSignIn() {
  const location = useLocation();
  const keepPage = lastDeparture()?.keepPage ?? true;
  return <Navigate to={paths.login()} replace state={keepPage ? stateFor(location) : null} />;
}

interface RedirectProps {
  to: string;
  message: string | undefined;
}

function Redirect({ to, message }: RedirectProps) {
  const navigate = useNavigate();
  useEffect(() => {
    // The id keeps it to one toast when the effect runs twice, as it does in development.
    if (message) notify.error(message, { id: `guard: ${message}` });
    void navigate(to, { replace: true });
  }, [navigate, to, message]);
  return null;
}
