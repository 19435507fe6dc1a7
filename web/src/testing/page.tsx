import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import {
  createMemoryRouter,
  matchRoutes,
  Outlet,
  RouterProvider,
  type RouteObject,
} from 'react-router';
import { expect, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import type { AppRoute } from '../app/route.tsx';
import { routes } from '../app/routes.ts';
import { Toaster } from '../ui/toast.tsx';
import { administrator, owner, signInAs, type Person } from './people.ts';

/* The portal's pages in jsdom, without their frame, against the server of server.ts. */

export const user = userEvent.setup({ delay: null });

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
  const route = matchRoutes([...routes], at.split('?')[0] ?? '')?.at(-1)?.route;
  await (route as AppRoute | undefined)?.page?.preload();
  return open(children, [...after, at], client);
}

/** Renders a part of a page on its own, which stays whatever the address becomes. */
export function renderPart(part: ReactNode, options: Options & { readonly at?: string } = {}) {
  const { as = administrator, at = '/', client = createQueryClient() } = options;
  signInAs(as);
  return open([{ path: '*', element: part }], [at], client);
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

export async function press(name: string | RegExp, inside = document.body): Promise<void> {
  await user.click(await within(inside).findByRole('button', { name }));
}

/** In place of what the field holds. */
export async function fill(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

/** Pastes in one piece: letter by letter, each renders the page. */
export async function put(field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  if (text !== '') await user.paste(text);
}

export function toasts(): (string | null)[] {
  return [...document.querySelectorAll('[data-toast] p')].map((node) => node.textContent);
}

export function forgetToasts(): void {
  act(() => toast.remove());
}

export async function expectToast(text: string): Promise<void> {
  await waitFor(() => expect(toasts()).toContain(text));
}

/** All toasts, oldest first. */
export async function expectToasts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(toasts()).toEqual(texts));
}

/** The panel that says what failed, with its way to try again. */
export async function alertOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
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
