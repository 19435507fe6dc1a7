import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { StrictMode, useLayoutEffect, type ReactNode } from 'react';
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  useRoutes,
  type Navigate,
} from '../lib/router.tsx';
import { vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';
import { routes } from './routes.ts';
import { ProofQuestion } from '../features/factors/proof-question.tsx';
import { Toaster } from '../ui/toast.tsx';
import { isCallPending } from './server.ts';
import { administrator, owner, signInAs, type Person } from './people.ts';

/* The portal's pages in jsdom, without their layout, against the server of server.ts. */

interface Options {
  readonly as?: Person;
  /** Earlier history entries, oldest first. */
  readonly after?: readonly string[];
  /** A cache with data in it. */
  readonly client?: QueryClient;
}

/**
 * Opens an address as the given user; by default an owner in the client portal, and an
 * administrator elsewhere.
 */
export async function renderPage(at: string, options: Options = {}) {
  const { as = personOf(at), after = [], client = createQueryClient() } = options;
  signInAs(as);
  return open(<Pages />, [...after, at], client);
}

/** Renders a part of a page on its own, independent of the address. */
export function renderPart(part: ReactNode, options: Options & { readonly at?: string } = {}) {
  const { as = administrator, at = '/', client = createQueryClient() } = options;
  signInAs(as);
  return open(part, [at], client);
}

/** Opens the whole portal, with guards and layouts, for the signed-in user. */
export function renderApp(at: string) {
  return render(
    <StrictMode>
      <Router entries={[at]}>
        <App />
      </Router>
    </StrictMode>,
  );
}

function open(content: ReactNode, entries: string[], client: QueryClient) {
  const view = render(
    <Router entries={entries}>
      <QueryClientProvider client={client}>
        {content}
        <ProofQuestion />
        <Toaster />
      </QueryClientProvider>
    </Router>,
  );
  return { ...view, client, address, back };
}

const table = routes.map(({ path, page: Page }) => ({
  path,
  element: Page ? <Page /> : null,
}));

function Pages() {
  return useRoutes(table);
}

function personOf(at: string): Person {
  return at.startsWith('/client') ? owner : administrator;
}

let current = '';
let navigate: Navigate | null = null;

/** The current address with its query and fragment. */
export function address(): string {
  return current;
}

export const back = () => act(async () => navigate?.(-1));

/** The router of main.tsx, but with a history of its own. */
function Router({ entries, children }: { entries: string[]; children: ReactNode }) {
  return (
    <MemoryRouter addresses={entries}>
      {children}
      <Probe />
    </MemoryRouter>
  );
}

/** Tells the tests where the router is. */
function Probe() {
  const { pathname, search, hash } = useLocation();
  const navigateNow = useNavigate();
  useLayoutEffect(() => {
    current = pathname + search + hash;
    navigate = navigateNow;
  });
  return null;
}

/** Whether the browser would ask before closing the tab because of unsaved input. */
export function asksToStay(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

/** The user returns to the tab after the cached answers have become stale. */
export async function returnLater(): Promise<void> {
  vi.setSystemTime(Date.now() + 11_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Waits until all calls are answered and their answers are rendered; not for use with held answers. */
export async function settle(): Promise<void> {
  await act(async () => {
    do await turn();
    while (isCallPending());
    // The cache reports an answer in a turn of its own.
    await turn();
    await turn();
  });
}
