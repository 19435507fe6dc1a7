import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { address, renderPage } from '../testing/page.tsx';
import { administrator, owner, withoutCompany } from '../testing/people.ts';
import { calls } from '../testing/server.ts';
import { press, put, user } from '../testing/user.ts';

const open = (at = '/dashboard', as = owner) => renderPage(at, { as });
const button = (name: string) => screen.getByRole('button', { name });
// By selector: a query by role through a long list takes seconds.
const rows = () => [...document.querySelectorAll('[role="tabpanel"] section li')];

// All data is generated in the browser, so no request may be sent.
afterEach(() => expect(calls()).toEqual([]));

describe('the frame', () => {
  it.each([
    ['an administrator', administrator, 'Go to the back-office', '/admin'],
    ['a company user', owner, 'Go to the client portal', '/client'],
  ])('is marked as a demo and links %s to their own area', async (_, person, label, to) => {
    await open('/dashboard', person);
    expect(screen.getByText('Demo data')).toBeVisible();
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', to);
  });

  it('explains to a user with neither area why there is no link', async () => {
    await open('/dashboard', withoutCompany);
    expect(screen.getByText(/Your sign-in belongs to no company yet/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Go to/ })).not.toBeInTheDocument();
  });

  it('keeps the tab in the address, and reads an unknown one as the first', async () => {
    await open('/dashboard?tab=nonsense');
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['Overview', 'Transactions', 'Analytics', 'Settings']);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Overview');
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    expect(address()).toBe('/dashboard?tab=settings');
    await user.keyboard('{ArrowLeft}');
    expect(address()).toBe('/dashboard?tab=analytics');
  });
});

describe('the overview', () => {
  it('hides and shows the balance', async () => {
    await open();
    const card = screen.getByRole('region', { name: 'Available balance' });
    expect(card).toHaveTextContent('UGX 3,284,500');
    await user.click(screen.getByText('Hide balance'));
    expect(card).not.toHaveTextContent(/\d,\d/);
    expect(card).toHaveTextContent('hidden');
    await user.click(screen.getByText('Show balance'));
    expect(card).toHaveTextContent('UGX 3,284,500');
  });

  it('keeps a hidden balance out of the charts', async () => {
    await open();
    await user.click(screen.getByText('Hide balance'));
    await user.click(screen.getByText('Analytics'));
    expect(screen.getByText('Your balance is hidden')).toBeVisible();
    expect(screen.queryByText('Balance, in figures')).not.toBeInTheDocument();
    await user.click(screen.getByText('Show balance'));
    expect(screen.getByText('Balance, in figures')).toBeInTheDocument();
  });

  it('lists the five latest and leads to all of them', async () => {
    await open();
    const recent = screen.getByRole('list', { name: 'Recent transactions' });
    expect(within(recent).getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('link', { name: 'View all' }));
    expect(address()).toBe('/dashboard?tab=transactions');
  });

  it.each(['QR Pay', 'Split Bill', 'Virtual Card'])('%s is not available yet', async (name) => {
    await open();
    await press(name);
    expect(await screen.findByText('This feature is coming soon!')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe('/dashboard');
  });

  it('says once that something is not available yet, however often it is pressed', async () => {
    await open();
    await press('QR Pay');
    await press('Split Bill');
    await press('QR Pay');
    expect(await screen.findAllByText('This feature is coming soon!')).toHaveLength(1);
  });
});

describe('the forms', () => {
  const inDialog = () => within(screen.getByRole('dialog'));
  const cases = [
    ['Add Money', 'add-money', 'From Phone Number', /nobody was asked to pay/],
    ['Send Money', 'send-money', "Receiver's Phone Number", /no money left it/],
    ['Withdraw', 'withdraw', 'Your Phone Number', /no money was paid out/],
  ] as const;

  it.each(cases)('%s checks its input, sends nothing and says so', async (...line) => {
    const [name, action, phone, outcome] = line;
    await open();
    await press(name);
    const dialog = await screen.findByRole('dialog', { name });
    expect(address()).toBe(`/dashboard?action=${action}`);
    expect(dialog).toHaveTextContent('It sends nothing and no money moves.');

    await user.click(inDialog().getByRole('button', { name }));
    expect(await inDialog().findByText('Amount is required')).toBeVisible();
    expect(inDialog().getByText('Phone number is required')).toBeVisible();
    expect(inDialog().getByText('Network is required')).toBeVisible();
    expect(inDialog().getByLabelText('Amount')).toHaveFocus();

    await put(inDialog().getByLabelText('Amount'), '1,500,000');
    await put(inDialog().getByLabelText(phone), '0772 123456');
    await user.selectOptions(inDialog().getByLabelText('Network'), 'MTN Mobile Money');
    await user.click(inDialog().getByRole('button', { name }));
    const heading = await inDialog().findByRole('heading', { name: 'Nothing was sent' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(dialog).toHaveTextContent(outcome);
    const typed = inDialog().getByRole('region', { name: 'What you typed' });
    expect(typed).toHaveTextContent('UGX 1,500,000');
    expect(typed).toHaveTextContent('0772 123456');

    await user.click(inDialog().getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/dashboard');
    await waitFor(() => expect(button(name)).toHaveFocus());
    expect(screen.getByText('3,284,500')).toBeVisible();
  });

  it('keeps the input on Change, and clears it once closed', async () => {
    await open();
    await press('Send Money');
    await put(await screen.findByLabelText('Amount'), '5000');
    await put(screen.getByLabelText("Receiver's Phone Number"), '+256 701 234567');
    await user.selectOptions(screen.getByLabelText('Network'), 'Airtel Money');
    await put(screen.getByLabelText('Note'), 'For the roof');
    await user.click(inDialog().getByRole('button', { name: 'Send Money' }));
    await user.click(await inDialog().findByRole('button', { name: 'Change' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('5,000');
    expect(screen.getByLabelText('Note')).toHaveValue('For the roof');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await press('Send Money');
    expect(await screen.findByLabelText('Amount')).toHaveValue('');
  });

  it('ignores an unknown action in the address', async () => {
    await open('/dashboard?action=rob-the-bank');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the transactions', () => {
  const at = (query: string) => open(`/dashboard?tab=transactions${query}`);

  it('transactions are filtered by income and expense, with the filter in the address', async () => {
    await at('');
    const amounts = () => rows().map((row) => /UGX ([+-])/.exec(row.textContent)?.[1]);
    expect(new Set(amounts())).toEqual(new Set(['+', '-']));
    await press('Income');
    expect(new Set(amounts())).toEqual(new Set(['+']));
    expect(address()).toBe('/dashboard?tab=transactions&type=income');
    await press('Expense');
    expect(new Set(amounts())).toEqual(new Set(['-']));
    expect(button('Expense')).toHaveAttribute('aria-pressed', 'true');
    await press('All');
    expect(address()).toBe('/dashboard?tab=transactions');
  });

  it('transactions are searched, and a search without matches can be cleared', async () => {
    await at('&type=expense');
    const box = screen.getByRole('searchbox', { name: 'Search transactions' });
    await user.type(box, 'rent');
    expect(rows()).toHaveLength(3);
    expect(screen.getByText('3 transactions')).toBeVisible();
    await user.clear(box);
    await user.type(box, 'salary');
    expect(rows()).toHaveLength(0);
    expect(screen.getByText('No transactions match.')).toBeVisible();
    await press('Clear Filters');
    expect(box).toHaveValue('');
    expect(address()).toBe('/dashboard?tab=transactions');
    expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  });

  it('transactions are paged, and a page past the end is the last', async () => {
    await at('&page=999');
    expect(screen.getByText(/^Showing \d+ to (\d+) of \1 transactions$/)).toBeVisible();
    expect(address()).toMatch(/&page=[1-9]\d?$/);
    await press('Page 1');
    expect(rows()).toHaveLength(20);
    await press('Next');
    expect(address()).toBe('/dashboard?tab=transactions&page=2');
    await press('Income');
    expect(address()).toBe('/dashboard?tab=transactions&type=income');
  });
});

describe('the analytics', () => {
  const figures = (name: string) => [
    ...screen.getByRole('table', { name: `${name}, in figures` }).querySelectorAll('tbody tr'),
  ];

  it('has the last 30 days and today at first, then the chosen range, and the same data in tables', async () => {
    await open('/dashboard?tab=analytics');
    expect(button('30d')).toHaveAttribute('aria-pressed', 'true');
    for (const [range, count] of [
      ['7d', 8],
      ['90d', 91],
      ['30d', 31],
    ] as const) {
      await press(range);
      expect(figures('Balance')).toHaveLength(count);
      expect(figures('Income and Expense')).toHaveLength(count);
      expect(figures('Spending by Category').length).toBeGreaterThan(2);
      expect(address()).toBe(`/dashboard?tab=analytics${range === '30d' ? '' : `&range=${range}`}`);
    }
    expect([...figures('Balance')].at(-1)).toHaveTextContent('UGX 3,284,500');
  });
});

describe('the settings', () => {
  it('the switch works and keeps its state in the page; what would do nothing cannot be switched', async () => {
    await open('/dashboard?tab=settings');
    const before = Object.entries(localStorage);
    expect(screen.getByText(/Nothing is stored/)).toBeVisible();
    expect(screen.getByText('amina@example.com')).toBeVisible();
    for (const [name, reason] of [
      ['Payment alerts', 'The demo wallet sends no messages.'],
      ['Weekly summary', 'The demo wallet sends no messages.'],
      ['Ask before sending', 'No money leaves the demo wallet.'],
    ] as const) {
      const box = screen.getByRole('switch', { name });
      expect(box).toBeDisabled();
      expect(box).not.toBeChecked();
      expect(box).toHaveAccessibleDescription(reason);
    }
    await user.click(screen.getByRole('switch', { name: 'Hide balance' }));
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(button('Show balance')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    expect(screen.getByRole('switch', { name: 'Hide balance' })).toBeChecked();
    expect(Object.entries(localStorage)).toEqual(before);
  });
});
