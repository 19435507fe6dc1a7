import { readAttention } from '@sente/contract/attention';
import { readReport } from '@sente/contract/reports';
import { search, type Found } from '@sente/contract/search';
import { listSystemTransactions } from '@sente/contract/system-transactions';
import { transactions } from '@sente/contract/transactions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { clearSession } from '../session/session-store.ts';
import { held, ok, refused, silent, malformed } from '../testing/answers.ts';
import { address, renderPart } from '../testing/page.tsx';
import { calls, forgetCalls, serve } from '../testing/server.ts';
import {
  anAttentionItem as item,
  aReport as report,
  aSystemTransaction as row,
  someAttention as attention,
  nothingFound as nobody,
  someFound as found,
  noAttention,
} from '../testing/staff-records.ts';
import { press, user } from '../testing/user.ts';
import { administrator, type Person } from '../testing/people.ts';
import AdminLayout from './admin-layout.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const open = (page = <h1>The page</h1>, as: Person = administrator) =>
  renderPart(<AdminLayout>{page}</AdminLayout>, { at: '/admin', as });
const searched = () => calls(search.all).map(({ query }) => query['search']);
const box = () => screen.getByRole('combobox', { name: 'Search companies, transactions...' });
const options = () => screen.findAllByRole('option');
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(search.all, ok(found));
  serve(readAttention, ok(attention));
  serve(listSystemTransactions, ok([], { nextAfter: null }));
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

it('offers visitors of the open demo nothing that shows who else was there', async () => {
  open(undefined, { ...administrator, isVisitor: true });
  expect(await screen.findByRole('link', { name: 'Companies' })).toBeVisible();
  for (const name of ['Enquiries', 'Audit Log']) expect(screen.queryByText(name)).toBeNull();
});

it.each([
  ['late', '2026-01-05T10:00:00.000Z', 'The watcher does not look'],
  ['cannot-seal', null, 'Nobody can end a payout brake'],
] as const)('the bell tells that the watcher is in trouble: %s', async (problem, since, title) => {
  serve(readAttention, ok({ ...noAttention, watcher: { problem, since } }));
  open();
  await press(/Notifications/);
  await user.click(await screen.findByRole('link', { name: title }));
  expect(address()).toBe('/brake');
});

describe('the search', () => {
  it('groups the results and says where each leads', async () => {
    open();
    await user.click(box());
    await user.paste('gulu');
    await options();
    const groups = screen.getAllByRole('group');
    expect(
      groups.map((group) => [group.getAttribute('aria-labelledby') && group.textContent]),
    ).toEqual([
      ['CompaniesGulu Buildershello@gulu.test'],
      ['UsersGrace Gulugrace@x.test · Gulu BuildersLoner Gululoner@x.test'],
      ['AccountsGulu till100200300 · Gulu Builders'],
      ['TransactionsGulu rentINV-7 · UGX 1,500 Debit · Failed · Jan 05, 2026 · Gulu Builders'],
      ['ApprovalsPay UGX 900 to Gulu.Jan 06, 2026 · Gulu Builders'],
    ]);
    expect(searched()).toEqual(['gulu']);
  });

  it.each([
    ['{Enter}', `/companies/${companyId}`],
    ['{ArrowDown}{Enter}', '/users/u1'],
    ['{ArrowDown}{ArrowDown}{ArrowDown}{Enter}', `/companies/${companyId}/accounts/a1`],
    // Wraps around the end.
    ['{ArrowUp}{Enter}', '/approvals/p1'],
  ])('opens a record with the keys %s', async (keys, path) => {
    open();
    await user.type(box(), 'gulu');
    await options();
    await user.keyboard(keys);
    expect(address()).toBe(path);
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('opens a transaction over the page and returns the focus to the box', async () => {
    serve(transactions.get, refused(404, 'Transaction not found'));
    open();
    await user.type(box(), 'gulu');
    await options();
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Transaction' });
    expect(await within(sheet).findByText('Transaction not found')).toBeVisible();
    expect(address()).toBe('/admin');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box()).toHaveFocus());
  });

  describe('Enter before the results arrive', () => {
    let release: (data: Found) => void;
    beforeEach(async () => {
      serve(search.all, () => {
        const waiting = held();
        release = (data) => waiting.release(ok(data));
        return waiting.answer();
      });
      open();
      await user.type(box(), 'gulu{Enter}');
      await waitFor(() => expect(searched()).toEqual(['gulu']));
    });

    it('opens the first result as soon as it arrives', async () => {
      act(() => release(found));
      await waitFor(() => expect(address()).toBe(`/companies/${companyId}`));
      expect(box()).toHaveValue('');
    });

    it('opens nothing when the text has changed since', async () => {
      const releaseFirst = release;
      await user.type(box(), 'x{Backspace}');
      act(() => releaseFirst(found));
      await options();
      await passTime();
      expect(address()).toBe('/admin');
    });

    it('opens nothing when the focus has left the box', async () => {
      act(() => box().blur());
      act(() => release(found));
      await user.click(box());
      // The first request was cancelled, so it is sent again.
      await passTime();
      act(() => release(found));
      await options();
      await passTime();
      expect(address()).toBe('/admin');
    });

    it('is forgotten when there are no results', async () => {
      act(() => release(nobody));
      expect(await screen.findByText('Nothing found for “gulu”.')).toBeVisible();
      await passTime();
      expect(address()).toBe('/admin');
    });
  });

  it.each([
    ['with Enter', () => user.keyboard('{Enter}')],
    ['with a click', () => user.click(screen.getByText('Gulu Builders'))],
  ])('asks once before it leaves unsaved input %s', async (_, choose) => {
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    open(<UnsavedForm />);
    await user.type(box(), 'gulu');
    await options();
    await choose();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(address()).toBe('/admin');
    expect(box()).toHaveValue('gulu');
    ask.mockReturnValue(true);
    await choose();
    expect(address()).toBe(`/companies/${companyId}`);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('marks the option selected with the arrow keys', async () => {
    open();
    await user.type(box(), 'gulu');
    const [first, second] = await options();
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(box()).toHaveAttribute('aria-activedescendant', first?.id));
    await user.keyboard('{ArrowDown}');
    expect(box()).toHaveAttribute('aria-activedescendant', second?.id);
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(first).toHaveAttribute('aria-selected', 'false');
  });

  it('opens the clicked option', async () => {
    open();
    await user.type(box(), 'gulu');
    await options();
    await user.click(screen.getByText('Loner Gulu'));
    expect(address()).toBe('/users/u2');
  });

  it('closes with Escape, then empties, and both shortcuts return to it', async () => {
    open();
    await user.type(box(), 'gulu');
    await options();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(box()).toHaveValue('gulu');
    await user.keyboard('{Escape}');
    expect(box()).toHaveValue('');
    for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      act(() => box().blur());
      await user.keyboard(keys);
      expect(box()).toHaveFocus();
    }
  });

  it('says that it searches or found nothing, and ignores Enter then', async () => {
    const { answer, release } = held();
    serve(search.all, answer);
    open();
    await user.type(box(), '  zzz');
    expect(await screen.findByText('Searching...')).toBeVisible();
    await waitFor(() => expect(searched()).toEqual(['zzz']));
    await user.keyboard('{Enter}');
    act(() => release(ok(nobody)));
    expect(await screen.findByText('Nothing found for “zzz”.')).toBeVisible();
    await user.keyboard('{Enter}{ArrowDown}');
    expect(address()).toBe('/admin');
  });

  it('starts at the second character', async () => {
    open();
    await user.type(box(), ' g ');
    expect(await screen.findByText('Type one more character.')).toBeVisible();
    await user.keyboard('{Enter}{ArrowDown}');
    await passTime();
    expect(searched()).toEqual([]);
    expect(screen.queryByText('Searching...')).not.toBeInTheDocument();
    await user.clear(box());
    await user.type(box(), 'gu');
    expect(await options()).toHaveLength(6);
    expect(searched()).toEqual(['gu']);
    expect(screen.queryByText('Type one more character.')).not.toBeInTheDocument();
  });

  const reach = /newest transactions only.*by its ID/;
  it.each([
    ['transactions are among what was found', found, true],
    ['nothing was found', nobody, true],
    ['only others were found', { ...found, transactions: [] }, false],
  ])('says how far back it searches transactions when %s: %#', async (_when, data, isSaid) => {
    serve(search.all, ok(data));
    open();
    await user.type(box(), 'gulu');
    await screen.findByText(data === nobody ? 'Nothing found for “gulu”.' : 'Gulu Builders');
    expect(screen.queryByText(reach) !== null).toBe(isSaid);
  });

  it.each(['Notifications', 'Transactions'])(
    'gets the focus at once after Escape has closed %s',
    async (name) => {
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
    },
  );

  it('gets the focus at once after Escape has closed the menu', async () => {
    open();
    await press('Admin User');
    const menu = await screen.findByRole('menu');
    fireEvent.keyDown(menu, { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    await passTime();
    expect(box()).toHaveFocus();
  });

  it.each([
    [refused(500, 'Index is away'), 'Index is away'],
    [silent, 'Search failed'],
    [malformed(null), 'Invalid response format'],
  ])('shows the error and retries: %j', async (answer, text) => {
    serve(search.all, answer);
    open();
    await user.type(box(), 'gulu');
    expect(await screen.findByText(text)).toBeVisible();
    serve(search.all, ok(found));
    await press('Try Again');
    expect(await options()).toHaveLength(6);
  });

  it('never shows results of another text', async () => {
    const waiting = new Map<string, () => void>();
    serve(search.all, ({ query: { search: text = '' } }) => {
      const { answer, release } = held();
      const companies = [{ id: companyId, name: `Found for ${text}`, email: 'x@x.test' }];
      waiting.set(text, () => release(ok({ ...nobody, companies })));
      return answer();
    });
    open();
    await user.type(box(), 'old');
    await waitFor(() => expect(waiting.has('old')).toBe(true));
    await user.type(box(), 'er');
    await waitFor(() => expect(waiting.has('older')).toBe(true));
    act(() => waiting.get('older')?.());
    expect(await screen.findByText('Found for older')).toBeVisible();
    waiting.get('old')?.();
    await passTime();
    expect(screen.queryByText('Found for old')).not.toBeInTheDocument();
    expect(screen.getByText('Found for older')).toBeVisible();
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
    expect(
      within(panel).getByText(
        'Failures are those of the last day, without collections. The dashboard counts the failures of 30 days, collections included.',
      ),
    ).toBeVisible();
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

describe('the side panels', () => {
  beforeEach(() => serve(readReport, ok(report)));

  it('the panels list transactions page by page with the same filters, over the page', async () => {
    serve(listSystemTransactions, ({ query }) => {
      if (query['status'] === 'failed') return ok([], { nextAfter: null });
      return query['after']
        ? ok([row(2)], { nextAfter: null })
        : ok([row(1)], { nextAfter: row(1).id });
    });
    open();
    await press('Transactions');
    const panel = await screen.findByRole('dialog', { name: 'Transactions' });
    expect(await within(panel).findByText('Company 1')).toBeVisible();
    await press('Load more', panel);
    expect(await within(panel).findByText('Company 2')).toBeVisible();
    expect(within(panel).getByText('Company 1')).toBeVisible();
    expect(within(panel).queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Status' }), 'failed');
    expect(await within(panel).findByText('No transactions match these filters.')).toBeVisible();
    await press('Clear Filters', panel);
    expect(await within(panel).findByText('Company 1')).toBeVisible();
    expect(address()).toBe('/admin');
  });

  it('the panels say when there are no transactions, and when they cannot be loaded', async () => {
    open();
    await press('Transactions');
    const panel = await screen.findByRole('dialog', { name: 'Transactions' });
    expect(await within(panel).findByText('No transactions yet.')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Export' })).toBeDisabled();
    serve(listSystemTransactions, silent);
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Type' }), 'debit');
    expect(await within(panel).findByText('Failed to load transactions')).toBeVisible();
    expect(within(panel).getByText('Failed to fetch transactions')).toBeVisible();
    serve(listSystemTransactions, ok([row(3)], { nextAfter: null }));
    await press('Try Again', panel);
    expect(await within(panel).findByText('Company 3')).toBeVisible();
  });

  it('the panels report credits and debits of a range, and mark invalid days', async () => {
    open();
    await press('Reports');
    const panel = await screen.findByRole('dialog', { name: 'Reports' });
    expect(await within(panel).findByRole('region', { name: 'Credit Summary' })).toHaveTextContent(
      'UGX 4,5003 transactions',
    );
    expect(within(panel).getByRole('region', { name: 'Debit Summary' })).toHaveTextContent(
      'UGX 201 transaction',
    );
    expect(within(panel).getByText('Jan 01, 2026 to Jan 02, 2026')).toBeVisible();
    const days = within(panel).getAllByRole('row').slice(1);
    expect(days.map((day) => day.textContent)).toEqual([
      'Jan 02, 202600 transactions201 transaction',
      'Jan 01, 20264,5003 transactions00 transactions',
    ]);
    const message = 'Start date must not be after end date';
    serve(readReport, refused(400, message, { fields: { startDate: message } }));
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Range' }), 'custom');
    const from = within(panel).getByLabelText('From');
    const files = () => within(panel).queryAllByRole('button', { name: /^Download/ });
    expect(files()).toHaveLength(2);
    await user.clear(from);
    // The figures are still those of the previous days.
    expect(files()).toEqual([]);
    await press('Show', panel);
    expect(from).toHaveAccessibleDescription('Choose a date');
    await user.type(from, '2026-01-09');
    const to = within(panel).getByLabelText('To');
    await user.clear(to);
    await user.type(to, '2026-01-02');
    await press('Show', panel);
    await waitFor(() => expect(from).toHaveAccessibleDescription(message));
    expect(calls(readReport).at(-1)?.query).toEqual({
      startDate: '2026-01-09',
      endDate: '2026-01-02',
    });
    expect(from).toHaveValue('2026-01-09');
  });

  it('the panels say when a report cannot be loaded', async () => {
    serve(readReport, refused(500, 'No figures'));
    open();
    await press('Reports');
    const panel = await screen.findByRole('dialog', { name: 'Reports' });
    expect(await within(panel).findByText('Failed to load report')).toBeVisible();
    expect(within(panel).getByText('No figures')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

function UnsavedForm() {
  useUnsavedWarning(true);
  return null;
}

/** Far longer than the debounce of the search and the animations. */
async function passTime(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}
