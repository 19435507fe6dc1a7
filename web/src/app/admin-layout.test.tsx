import { readAttention } from '@sente/contract/attention';
import { status } from '@sente/contract/status';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../session/session-store.ts';
import { ok, refused, malformed } from '../testing/answers.ts';
import { address, renderPart } from '../testing/page.tsx';
import { aStatus } from '../testing/overviews.ts';
import { calls, forgetCalls, serve } from '../testing/server.ts';
import {
  anAttentionItem as item,
  someAttention as attention,
  noAttention,
} from '../testing/staff-records.ts';
import { press, user } from '../testing/user.ts';
import { administrator, type Person } from '../testing/people.ts';
import AdminLayout from './admin-layout.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const open = (page = <h1>The page</h1>, as: Person = administrator) =>
  renderPart(<AdminLayout>{page}</AdminLayout>, { at: '/admin', as });
const box = () => screen.getByRole('combobox', { name: 'Search companies, transactions...' });
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(readAttention, ok(attention));
});

it('says on every page that payouts are stopped, and the bell leads to what waits', async () => {
  const since = '2026-01-05T10:00:00.000Z';
  const brake = { id: companyId, company: 'Gulu Builders', reason: 'Stolen keys', since };
  serve(readAttention, ok({ ...noAttention, payoutBrakes: [brake] }));
  open();
  const banner = await screen.findByRole('alert');
  expect(banner).toHaveTextContent('Payouts of Gulu Builders are stopped');
  expect(banner).toHaveTextContent('Stolen keys');
  const link = within(banner).getByRole('link', { name: 'See what waits' });
  expect(link).toHaveAttribute('href', `/brake/${companyId}`);
  await press(/Notifications/);
  const list = await screen.findByRole('list', { name: 'Stopped payouts' });
  await user.click(within(list).getByRole('link', { name: 'Payouts are stopped' }));
  expect(address()).toBe(`/brake/${companyId}`);
});

it('has a light for the books and the networks, which leads to its page', async () => {
  const checkedAt = '2026-01-05T10:00:00.000Z';
  vi.setSystemTime('2026-01-05T10:30:00.000Z');
  const books = { isBalanced: true, checkedAt, entries: 1_204 };
  serve(status.now, ok(aStatus({ books })));
  open();
  const text = 'Books balance, checked at Jan 05, 2026, 1:00 PM, 1,204 entries';
  expect(await screen.findByRole('link', { name: text })).toHaveAttribute(
    'href',
    '/reports/status',
  );
  const networks = aStatus().networks.map((network) => ({ ...network, status: 'down' as const }));
  serve(status.now, ok(aStatus({ books: { ...books, isBalanced: false }, networks })));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const worse = /^Books do not balance, .* MTN MoMo: Down. Airtel Money: Down$/;
  expect(await screen.findByRole('link', { name: worse })).toBeVisible();
  serve(status.now, ok(aStatus({ books, payoutsStoppedSince: checkedAt })));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const stopped = /^All payouts are stopped since Jan 05, 2026, 1:00 PM. Books balance/;
  expect(await screen.findByRole('link', { name: stopped })).toBeVisible();
  serve(status.now, ok(aStatus({ books: { ...books, checkedAt: '2026-01-05T03:00:00.000Z' } })));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(
    await screen.findByRole('link', { name: /^Books balanced when last checked/ }),
  ).toBeVisible();
});

it('counts in the menu what waits for the reader, and enquiries that nobody answered', async () => {
  const counts = { approvalsForReader: 2, reviewsForReader: 4, newEnquiries: 3 };
  serve(readAttention, ok({ ...noAttention, ...counts }));
  open();
  const entry = await screen.findByRole('link', { name: /^Enquiries/ });
  await waitFor(() => expect(entry).toHaveTextContent('3 waiting'));
  expect(screen.getByRole('link', { name: /^Approvals/ })).toHaveTextContent('6 waiting');
});

it('offers visitors of the open demo nothing that shows who else was there', async () => {
  open(undefined, { ...administrator, isVisitor: true });
  expect(await screen.findByRole('link', { name: 'Companies' })).toBeVisible();
  for (const name of ['Enquiries', 'Audit Log']) expect(screen.queryByText(name)).toBeNull();
});

it.each([
  ['late', '2026-01-05T10:00:00.000Z', 'Unusual payouts are not stopped automatically'],
  ['cannot-seal', null, 'Nobody can end a payout brake'],
] as const)('the bell tells that the watcher is in trouble: %s', async (problem, since, title) => {
  serve(readAttention, ok({ ...noAttention, watcher: { problem, since } }));
  open();
  await press(/Notifications/);
  await user.click(await screen.findByRole('link', { name: title }));
  expect(address()).toBe('/brake');
});

describe('the search', () => {
  it.each(['Notifications'])('gets the focus at once after Escape has closed %s', async (name) => {
    open();
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
    const panel = await screen.findByRole('dialog', { name });
    fireEvent.keyDown(panel, { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(box()).toHaveFocus();
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    // The focus returns a moment after the panel is removed.
    await passTime();
    expect(box()).toHaveFocus();
  });

  it('gets the focus at once after Escape has closed the menu', async () => {
    open();
    await press('Grace Nakato, user menu');
    const menu = await screen.findByRole('menu');
    fireEvent.keyDown(menu, { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    await passTime();
    expect(box()).toHaveFocus();
  });
});

describe('the bell', () => {
  const dot = () => document.querySelector('[data-bell-dot]');
  const bell = () => screen.findByRole('button', { name: /^Notifications/ });

  it('has a dot until it is opened, and again for newer items', async () => {
    const first = open();
    await waitFor(() => expect(dot()).toBeInTheDocument());
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    const items = await within(panel).findAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(items[0]).toHaveTextContent(
      /Payout waits for approval.*Gulu Builders · Paying 4.*UGX 4,000/,
    );
    expect(items[1]).toHaveTextContent(
      /Transaction failed.*Paying 3.*Not enough money on the account/,
    );
    // What needs a decision is not mixed with what only has to be known.
    expect(within(panel).getByRole('list', { name: 'Waits for somebody' })).toContainElement(
      items[0] ?? null,
    );
    expect(within(panel).getByRole('list', { name: 'Failed in the last day' })).toContainElement(
      items[1] ?? null,
    );
    expect(within(panel).getByText('Without collections, which payers may decline.')).toBeVisible();
    const failed = within(panel).getByRole('link', { name: 'All failed transactions' });
    expect(failed.getAttribute('href')).toMatch(/^\/transactions\?.*status=failed/);
    expect(within(panel).getAllByText('New')).toHaveLength(2);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dot()).not.toBeInTheDocument());
    first.unmount();

    // As after a reload: the cache is gone, the last visit of the bell is kept.
    clearSession();
    forgetCalls();
    const reloaded = open();
    await waitFor(() => expect(calls(readAttention)).toHaveLength(1));
    await passTime();
    expect(dot()).not.toBeInTheDocument();
    reloaded.unmount();

    serve(
      readAttention,
      ok({ ...attention, items: [item(5, 'pending-approval'), ...attention.items] }),
    );
    open();
    await user.click(await bell());
    const again = await screen.findByRole('dialog', { name: 'Notifications' });
    await waitFor(() => expect(within(again).getAllByRole('listitem')).toHaveLength(3));
    expect(within(again).getAllByText('New')).toHaveLength(1);
  });

  it('shows what waits for all companies, such as a tax', async () => {
    const tax = { ...item(6, 'pending-approval'), companyId: null, company: null, amount: 0 };
    serve(readAttention, ok({ ...attention, items: [{ ...tax, approvalKind: 'tax' }] }));
    open();
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    const row = await within(panel).findByRole('listitem');
    expect(row).toHaveTextContent(/Tax waits for approval.*All companies · Paying 6/);
  });

  it('names many requests that wait as one, which can be unfolded', async () => {
    const waiting = [5, 6, 7, 8].map((number) => item(number, 'pending-approval'));
    // One waits that is not listed.
    const counts = { pendingApprovals: 7, approvalsForReader: 5, approvalsAmount: 30_000 };
    serve(readAttention, ok({ ...attention, ...counts, items: waiting }));
    open();
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    const link = await within(panel).findByRole('link', { name: '5 requests wait for approval' });
    expect(link).toHaveAttribute('href', '/approvals');
    expect(link.closest('li')).toHaveTextContent(/Payout 4.*UGX 30,000/);
    expect(within(panel).queryByText(/Paying 5/)).not.toBeInTheDocument();
    await press('Show them here', panel);
    expect(within(panel).getByText(/Paying 5/)).toBeVisible();
  });

  it('leads whoever can decide none of them to all that wait', async () => {
    const waiting = [5, 6, 7, 8].map((number) => item(number, 'pending-approval'));
    serve(readAttention, ok({ ...attention, pendingApprovals: 4, items: waiting }));
    open();
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    const link = await within(panel).findByRole('link', { name: '4 requests wait for approval' });
    expect(link).toHaveAttribute('href', '/approvals?tab=open');
    expect(link.closest('li')).toHaveTextContent('UGX 26,000');
  });

  it('links to the company and closes', async () => {
    open();
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    await user.click((await within(panel).findAllByRole('link', { name: 'Gulu Builders' }))[0]!);
    expect(address()).toBe(`/companies/${companyId}`);
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });

  it.each([
    [refused(500, 'No news today'), 'No news today'],
    [malformed(null), 'Invalid response format'],
  ])('shows the error and retries: %j', async (answer, text) => {
    serve(readAttention, answer);
    open();
    await user.click(await bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('Failed to load notifications')).toBeVisible();
    expect(within(panel).getByText(text)).toBeVisible();
    serve(readAttention, ok(attention));
    await press('Try Again', panel);
    expect(await within(panel).findAllByRole('listitem')).toHaveLength(2);
  });

  it('links to the payments that await a decision', async () => {
    serve(
      readAttention,
      ok({ ...attention, paymentReviews: 1, items: [item(5, 'payment-review')] }),
    );
    open();
    await user.click(await bell());
    expect(
      await screen.findByRole('link', { name: 'Payout waits for a decision' }),
    ).toHaveAttribute('href', '/approvals?tab=payments');
  });

  it('links to the payments that only a network knows', async () => {
    const unknownPayments = { count: 2, since: '2026-01-05T10:00:00.000Z' };
    serve(readAttention, ok({ ...noAttention, unknownPayments }));
    open();
    await user.click(await bell());
    expect(
      await screen.findByRole('link', { name: 'A network reports an unknown payment' }),
    ).toHaveAttribute('href', '/approvals?tab=unknown');
    expect(screen.getByText('2 reports are open')).toBeVisible();
    expect(screen.queryByText('Nothing needs attention')).not.toBeInTheDocument();
  });

  it('says that nothing needs attention', async () => {
    serve(readAttention, ok(noAttention));
    open();
    await user.click(await bell());
    await waitFor(() => expect(screen.getByText('Nothing needs attention')).toBeVisible());
    expect(dot()).not.toBeInTheDocument();
  });
});

/** Far longer than the debounce of the search and the animations. */
async function passTime(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}
