import { auth } from '@sente/contract/auth';
import { companies } from '@sente/contract/companies';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../api/call.ts';
import { getSession } from '../session/session-store.ts';
import { lost, ok, refused, silent } from '../testing/answers.ts';
import {
  administrator,
  loginReplyOf,
  otherCompanyId,
  owner,
  ownCompanyId,
  restricted,
  signInAs,
  withoutCompany,
} from '../testing/people.ts';
import { calls, serveEverything } from '../testing/server.ts';
import { user } from '../testing/user.ts';
import { notify } from '../ui/toast.tsx';
import { address, renderApp } from '../testing/page.tsx';

// What the pages show is proven elsewhere.
beforeEach(() => serveEverything(({ endpoint }) => (endpoint === auth.logout ? ok() : silent)));

describe('guards on screen', () => {
  it.each([
    ['a client at a back-office page', owner, '/companies', '/client', 'Insufficient permissions'],
    [
      'a user with neither role nor company',
      withoutCompany,
      '/admin',
      '/dashboard',
      'Insufficient permissions',
    ],
    [
      'a client at the credentials',
      owner,
      `/companies/${ownCompanyId}/api-credentials`,
      '/dashboard',
      'Access denied. Admin privileges required.',
    ],
    [
      'an administrator in the client area',
      administrator,
      '/client/users',
      '/admin',
      'Admin users should use admin dashboard',
    ],
    [
      "a client at another company's path",
      owner,
      `/client/company/${otherCompanyId}/users`,
      '/client',
      'Access denied to this company',
    ],
  ])('%s gets one message, on the page they land on', async (_, person, from, to, message) => {
    signInAs(person);
    renderApp(from);
    await arriveAt(to);
    const told = await screen.findAllByText(message);
    expect(told).toHaveLength(1);
    expect(told[0]?.closest('[role="alert"]')).not.toBeNull();
  });

  it('shows nothing of the back-office to a visitor', async () => {
    renderApp('/companies?page=2');
    await arriveAt('/login');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByText('Admin Portal')).not.toBeInTheDocument();
    expect(document.title).toBe('Sign In · Sente');
  });

  it('redirects an unknown address to a page that names it and leads on', async () => {
    renderApp('/no/such%20page');
    await arriveAt('/');
    const heading = await screen.findByRole('heading', { name: /^There is no page at/ });
    expect(heading).toHaveTextContent('There is no page at /no/such page');
    await waitFor(() => expect(document.title).toBe('Page Not Found · Sente'));
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to the home page' }));
    expect(await screen.findByRole('contentinfo')).toBeVisible();
    expect(screen.queryByText('Page not found')).not.toBeInTheDocument();
  });

  it('cuts a very long address', async () => {
    renderApp(`/${'long-'.repeat(500)}`);
    const heading = await screen.findByRole('heading', { name: /^There is no page at/ });
    expect(heading.textContent.length).toBeLessThan(150);
  });

  it.each(['/nothing', '/companies/1/nothing'])('tells staff the same at %s', async (address) => {
    signInAs(administrator);
    renderApp(address);
    const heading = await screen.findByRole('heading', { name: /^There is no page at/ });
    expect(heading).toHaveTextContent(address);
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute(
      'href',
      '/admin',
    );
    await user.type(screen.getByRole('searchbox', { name: 'Search transactions' }), 'rent{Enter}');
    await arriveAt('/transactions?search=rent&range=all');
  });

  it('leads somebody who is signed in back to the portal', async () => {
    signInAs(owner);
    renderApp('/client/nothing');
    await arriveAt('/');
    const back = await screen.findByRole('link', { name: 'Go to the dashboard' });
    expect(back).toHaveAttribute('href', '/client');
  });

  it('shows a client page under its company-scoped path as well', async () => {
    signInAs(owner);
    renderApp(`/client/company/${ownCompanyId}/product-codes`);
    expect(await screen.findByRole('heading', { name: 'Product Codes' })).toBeInTheDocument();
    const entry = screen.getByRole('link', { name: 'Product Codes' });
    expect(entry).toHaveAttribute('aria-current', 'page');
  });

  it.each([
    [
      '/client/transactions',
      'Access Restricted',
      'You do not have permission to view transactions',
    ],
    ['/client/approvals', 'Access Restricted', 'You do not have permission to view approvals'],
    ['/client/users/create', 'Access Denied', 'You do not have permission to create users.'],
  ])('a user without the permission for %s sees %s in the layout', async (at, heading, text) => {
    signInAs(restricted);
    renderApp(at);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('redirects a user without company from a product to /unauthorized', async () => {
    signInAs(withoutCompany);
    renderApp('/client/internet-products/7');
    await arriveAt('/unauthorized');
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
    const text = "You don't have permission to access this resource.";
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  });
});

describe('signing in', () => {
  async function signIn() {
    await user.type(await screen.findByLabelText('Email'), 'grace@demo-one.test');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass-1');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
  }

  function accept(person: Parameters<typeof loginReplyOf>[0]) {
    serveEverything(({ endpoint }) =>
      endpoint === auth.login ? ok(loginReplyOf(person)) : silent,
    );
  }

  it.each([
    ['Admin', '/admin'],
    ['SuperAdmin', '/admin'],
    ['client_user', '/client'],
  ])('leads a %s to %s', async (role, home) => {
    accept({ role });
    renderApp('/login');
    await signIn();
    await arriveAt(home);
  });

  it('continues to the requested page', async () => {
    accept(administrator);
    renderApp('/settings?tab=security');
    await signIn();
    await arriveAt('/settings?tab=security');
  });

  it('continues to a page of the other area, whose guard then acts', async () => {
    accept(owner);
    renderApp('/companies');
    await signIn();
    await arriveAt('/client');
    expect(await screen.findByText('Insufficient permissions')).toBeVisible();
  });

  it('redirects a signed-in user to the same place', async () => {
    signInAs(administrator);
    renderApp('/login');
    await arriveAt('/admin');
  });
});

describe('signing out', () => {
  it('clears the page and ends the session on the server', async () => {
    signInAs(administrator);
    renderApp('/users');
    await user.click(await screen.findByRole('button', { name: /user menu$/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await arriveAt('/login');
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
    const [{ headers } = {}] = calls(auth.logout);
    expect(headers?.get('authorization')).toBe('Bearer token of SuperAdmin');

    // The next user starts at home, not on the last user's page.
    act(() => signInAs(administrator));
    await arriveAt('/admin');
  });

  it('only logs a failed sign-out', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveEverything(lost);
    signInAs(owner);
    renderApp('/client');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await arriveAt('/login');
    await waitFor(() => expect(log).toHaveBeenCalledWith('Sign-out failed', expect.anything()));
    expect(getSession()).toBeNull();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('a 401 asks to sign in again, once, and returns to the page', async () => {
    const message = 'Your session has ended. Please sign in again.';
    signInAs(administrator);
    renderApp('/companies?page=2');
    await screen.findByText('Admin Portal');
    serveEverything(refused(401, message));
    await act(async () => {
      await Promise.allSettled(Array.from({ length: 5 }, () => call(companies.list)));
    });
    await arriveAt('/login');
    expect(await screen.findAllByText(message)).toHaveLength(1);
    // It says why, and is in nobody's way.
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
    serveEverything(silent);
    act(() => signInAs(administrator));
    await arriveAt('/companies?page=2');
  });

  it('follows another tab that signs out', async () => {
    signInAs(owner);
    renderApp('/client/settings');
    await screen.findByText('Client Portal');
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })));
    await arriveAt('/login');
    expect(await screen.findByText(/^You were signed out in another tab/)).toBeVisible();
  });

  it('says that a session ended while the portal was closed', async () => {
    signInAs({ ...owner, lastsMs: -1 });
    renderApp('/client/settings');
    await arriveAt('/login');
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
  });
});

describe('toasts', () => {
  it.each([
    ['client area', owner, '/client', 4000],
    ['back-office', administrator, '/admin', 2000],
  ])('success toasts last their time in the %s', (_, person, address, lastsMs) => {
    vi.useFakeTimers();
    signInAs(person);
    renderApp(address);
    act(() => void notify.success('Saved'));
    act(() => void vi.advanceTimersByTime(lastsMs - 1));
    expect(screen.getByText('Saved').closest('[data-toast]')).not.toHaveClass('opacity-0');
    act(() => void vi.advanceTimersByTime(1));
    // It fades out before it is removed.
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
});

describe('the frame', () => {
  it('lists the back-office entries in order', async () => {
    signInAs(administrator);
    renderApp('/companies/some-id/accounts');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    const entries = within(nav).getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Dashboard',
      'Approvals',
      'Payout Brake',
      'Companies',
      'Enquiries',
      'Users',
      'Roles',
      'Accounts',
      'Transactions',
      'Settlements',
      'Reconciliation',
      'Reports',
      'Audit Log',
      'Settings',
    ]);
    const current = within(nav).getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual(['Companies']);
    expect(within(nav).getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
  });

  it('says who is signed in inside the menu with the fixed name', async () => {
    signInAs(administrator);
    renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: /user menu$/ }));
    const menu = await screen.findByRole('menu');
    expect(menu).toHaveTextContent(/^Signed in as grace@demo-one\.testGrace .* · \w+/);
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Profile', '/settings?tab=profile'],
      ['Settings', '/settings?tab=security'],
      ['Logout', null],
    ]);
  });

  it('opens the menu with the keyboard and returns the focus to its button', async () => {
    signInAs(administrator);
    renderApp('/admin');
    (await screen.findByRole('button', { name: /user menu$/, expanded: false })).focus();
    await user.keyboard('{ArrowDown}');
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    expect(menu.closest('header')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: /user menu$/ })).toHaveFocus());
  });

  it('shows the client entries that the permissions allow, and the role name', async () => {
    const all = [
      'Dashboard',
      'Transactions',
      'API Transactions',
      'Accounts',
      'Payment Links',
      'Tills',
      'Bulk Payouts',
      'Recipients',
      'Settlements',
      'Approvals',
      'Internet Products',
      'Product Codes',
      'Users',
      'Analytics',
      'Fees and Limits',
      'Developers',
      'Audit Log',
      'Settings',
    ];
    for (const person of [owner, restricted]) {
      signInAs(person);
      const { unmount } = renderApp('/client/dashboard');
      const nav = await screen.findByRole('navigation', { name: 'Main' });
      const entries = within(nav).getAllByRole('listitem');
      expect(entries.map((entry) => entry.textContent)).toEqual(
        person === owner ? all : ['Dashboard', 'Settings'],
      );
      expect(within(nav).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      expect(screen.getByText(person === owner ? 'client admin' : 'Restricted')).toBeVisible();
      const profile = screen.getByRole('link', { name: /^Profile of Grace Nakato/ });
      expect(profile).toHaveAttribute('href', '/client/settings');
      unmount();
    }
  });

  it('submits the client search to the list', async () => {
    signInAs(owner);
    renderApp('/client');
    const box = await screen.findByPlaceholderText('Search transactions, users, products...');
    await user.type(box, '   {Enter}');
    expect(address()).toBe('/client');
    await user.type(box, 'tea & co{Enter}');
    await arriveAt('/client/transactions?search=tea+%26+co&range=all');
  });

  it('stays while pages change inside it, and moves the focus to the page', async () => {
    signInAs(administrator);
    renderApp('/users');
    const box = await screen.findByPlaceholderText('Search companies, transactions...');
    await user.type(box, 'kept');
    await user.click(screen.getByRole('link', { name: 'Roles' }));
    await arriveAt('/roles');
    expect(screen.getByPlaceholderText('Search companies, transactions...')).toBe(box);
    expect(box).toHaveValue('kept');
    expect(document.title).toBe('Roles Management · Sente');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

function arriveAt(expected: string) {
  return waitFor(() => expect(address()).toBe(expected));
}
