import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import {
  memoryHistory,
  type History,
  type Location,
  type NavigateOptions,
  type Visit,
} from './history.ts';
import { matchRoute, type Params } from './route-match.ts';

/* Which page an address shows; decision 13 says why this is not a library. */

interface Here extends Visit {
  readonly history: History;
}

const HereContext = createContext<Here | null>(null);
const ParamsContext = createContext<Params>({});

export function Router({ history, children }: { history: History; children: ReactNode }) {
  const visit = useSyncExternalStore(history.listen, history.visit, history.visit);
  const here = useMemo(() => ({ ...visit, history }), [visit, history]);
  return <HereContext value={here}>{children}</HereContext>;
}

const atStart = ['/'];

/** For tests and for pages that are rendered without a browser. */
export function MemoryRouter({
  addresses = atStart,
  at,
  children,
}: {
  addresses?: readonly string[];
  /** The current one of the addresses; the last by default. */
  at?: number;
  children: ReactNode;
}) {
  const [history] = useState(() => memoryHistory(addresses, at));
  return <Router history={history}>{children}</Router>;
}

function useHere(): Here {
  const here = use(HereContext);
  if (!here) throw new Error('There is no Router around this component');
  return here;
}

export function useLocation(): Location {
  return useHere().location;
}

/** How the current page was reached. */
export function useVisitBy(): Visit['by'] {
  return useHere().by;
}

/** The parts of the address that the route names. */
export function useParams(): Params {
  return use(ParamsContext);
}

/** To an address, or so many steps in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** The same function for as long as the portal is open. */
export function useNavigate(): Navigate {
  const { history } = useHere();
  return useCallback<Navigate>(
    (to, options) => {
      if (typeof to === 'number') history.go(to);
      else history.navigate(to, options);
    },
    [history],
  );
}

export function useSearchParams(): [
  params: URLSearchParams,
  setParams: (next: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: URLSearchParams, options?: NavigateOptions) => navigate(`?${next}`, options),
    [navigate],
  );
  return [params, setParams];
}

export interface PageRoute {
  readonly path: string;
  readonly element: ReactNode;
}

/** The page of the current address; nothing if none matches. */
export function useRoutes(routes: readonly PageRoute[]): ReactNode {
  const { pathname } = useLocation();
  const found = useMemo(() => matchRoute(routes, pathname), [routes, pathname]);
  return found ? <ParamsContext value={found.params}>{found.route.element}</ParamsContext> : null;
}

/** Leads elsewhere at once, without an entry of its own in the history. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
