import { useEffect, useLayoutEffect, type FunctionComponent } from 'react';
import { Redirect, useLocation, useNavigate, useParams, useRoutes } from '../lib/router.tsx';
import { markedTitle } from '../lib/mode.ts';
import { paths } from '../lib/paths.ts';
import { homeOf } from '../session/home.ts';
import { lastSessionEnd } from '../session/session-end.ts';
import { stateFor } from '../session/requested-page.ts';
import { useSession } from '../session/use-session.ts';
import { lateChosen } from '../ui/late.tsx';
import { notify } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { decide, restrictionFor } from './guards.ts';
import type { AppRoute, FromUnknown, LayoutProps } from './route.tsx';

/** Only a page within a layout has restrictions, so the sign-in does not load this code. */
const NoPermission = lateChosen(
  async () => ({ default: (await import('../ui/no-permission.tsx')).NoPermission }),
  { waiting: null },
);

export interface Pages extends FunctionComponent {
  readonly routes: readonly AppRoute[];
}

/** The page of the current address among the given ones, in the layout that they share, if any. */
export function pagesOf(
  routes: readonly AppRoute[],
  layout?: FunctionComponent<LayoutProps>,
): Pages {
  const table = routes.map((route) => ({
    path: route.path,
    element: <Guarded route={route} routes={routes} layout={layout} />,
  }));
  return Object.assign(() => useRoutes(table), { routes });
}

interface GuardedProps {
  route: AppRoute;
  routes: readonly AppRoute[];
  layout: FunctionComponent<LayoutProps> | undefined;
}

/** One route: its access check and its layout. */
function Guarded({ route, routes, layout: Layout = route.layout }: GuardedProps) {
  const session = useSession();
  const location = useLocation();
  const params = useParams();
  const user = session?.user ?? null;
  const decision = decide(route.guard, { user, params, historyState: location.state });

  // Before the effects of the page, which may set a more specific title.
  useLayoutEffect(() => {
    document.title = markedTitle(`${route.title} · Sente`);
  }, [route.title]);

  if (decision.go === 'sign-in') return <ToSignIn />;
  if (decision.go === 'change-password' || decision.go === 'set-up-factor') {
    // From these pages, the page to continue to is already in the history entry.
    const isArriving = ['guest', 'temporary-password', 'missing-factor'].includes(route.guard.kind);
    const to = decision.go === 'set-up-factor' ? paths.setUpFactor() : paths.changePassword();
    return <Redirect to={to} state={isArriving ? location.state : stateFor(location)} />;
  }
  if (decision.go === 'to')
    return <RedirectWithMessage to={decision.to} message={decision.message} />;

  const { page: Page } = route;
  if (!Page) {
    const state: FromUnknown = { unknownPage: location.pathname };
    return <Redirect to={paths.landing()} state={state} />;
  }
  const restriction = restrictionFor(route.restriction, user);
  const content = (
    <ErrorBoundary key={location.pathname}>
      {restriction ? (
        <NoPermission
          heading={restriction.heading}
          text={restriction.text}
          home={user ? homeOf(user) : paths.landing()}
        />
      ) : (
        <Page />
      )}
    </ErrorBoundary>
  );
  return Layout ? <Layout routes={routes}>{content}</Layout> : content;
}

function ToSignIn() {
  const location = useLocation();
  const keepPage = lastSessionEnd()?.keepPage ?? true;
  return <Redirect to={paths.login()} state={keepPage ? stateFor(location) : null} />;
}

interface RedirectWithMessageProps {
  to: string;
  message: string | undefined;
}

function RedirectWithMessage({ to, message }: RedirectWithMessageProps) {
  const navigate = useNavigate();
  useEffect(() => {
    // The id keeps it to one toast when the effect runs twice, as it does in development.
    if (message) notify.error(message, { id: `guard: ${message}` });
    navigate(to, { replace: true });
  }, [navigate, to, message]);
  return null;
}
