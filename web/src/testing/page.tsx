import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';
import { routes } from '../app/routes.ts';
import { Toaster } from '../ui/toast.tsx';
import { administrator, owner, signInAs, type Person } from './people.ts';

/* The portal's pages in jsdom, without their frame, against the server of server.ts. */

interface Options {
  readonly as?: Person;
  /** What was visited before, oldest first. */
  readonly after?: readonly string[];
  /** For a cache with something in it. */
  readonly client?: QueryClient;
}

/** Opens an address as the person given: unless stated, an owner of a company in its portal, else an administrator. */
export async function renderPage(at: string, options: Options = {}) {
  const { as = personOf(at), after = [], client = createQueryClient() } = options;
  signInAs(as);
  return open(children, [...after, at], client);
}

/** Renders a part of a page on its own, which stays whatever the address becomes. */
export function renderPart(part: ReactNode, options: Options & { readonly at?: string } = {}) {
  const { as = administrator, at = '/', client = createQueryClient() } = options;
  signInAs(as);
  return open([{ path: '*', element: part }], [at], client);
}

/** Opens the whole portal, with its guards and frames, for whoever is signed in. */
export function renderApp(at: string) {
  shown = createMemoryRouter([{ path: '*', element: <App /> }], { initialEntries: [at] });
  return render(
    <StrictMode>
      <RouterProvider router={shown} useTransitions={false} />
    </StrictMode>,
  );
}

function open(pages: RouteObject[], initialEntries: string[], client: QueryClient) {
  const router = createMemoryRouter([{ element: <Frame client={client} />, children: pages }], {
    initialEntries,
  });
  const view = render(<RouterProvider router={router} useTransitions={false} />);
  shown = router;
  return { ...view, client, address, back };
}

function personOf(at: string): Person {
  return at.startsWith('/client') ? owner : administrator;
}

let shown: ReturnType<typeof createMemoryRouter> | null = null;

/** Where the portal is now, with its query. */
export function address(): string {
  return shown ? shown.state.location.pathname + shown.state.location.search : '';
}

export const back = () => act(() => shown?.navigate(-1));

const children = routes.map(({ path, page }) => ({ path, Component: page ?? null }));

function Frame({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  );
}

/** Whether the browser would ask before it closes the tab: something typed is not saved. */
export function asksToStay(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

/** Somebody comes back to the tab after the cached answers have become stale. */
export async function returnLater(): Promise<void> {
  vi.setSystemTime(Date.now() + 11_000);
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
}
