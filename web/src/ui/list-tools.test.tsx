import { savedViews, type SavedView } from '@sente/contract/saved-views';
import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../testing/answers.ts';
import { address, renderPage } from '../testing/page.tsx';
import { beOnPhone } from '../testing/phone.ts';
import { serve } from '../testing/server.ts';
import { aTotal, aTransaction } from '../testing/transactions.ts';
import { press, user } from '../testing/user.ts';

const list = '/client/transactions';
const view: SavedView = {
  id: '01900000-0000-7000-8000-0000000000f1',
  name: 'Failed lately',
  filters: 'range=7&status=failed',
  hiddenColumns: [],
};
const meta = {
  totalCount: 1,
  isCountExact: true,
  isCapped: false,
  nextAfter: null,
  searchedTo: null,
};

beforeEach(() => {
  serve(transactions.ofCompany, ok([aTransaction()], meta));
  serve(transactions.totals, ok(aTotal({ count: 42 })));
  serve(savedViews.list, ok([view]));
});

it('on a phone views, columns and export are in one menu', async () => {
  beOnPhone();
  await renderPage(list);
  const menu = await openMenu();
  for (const name of ['Views', 'Columns', 'Export 42 transactions']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  const entries = (await within(menu).findAllByRole('menuitem')).map((item) => item.textContent);
  expect(entries).toEqual([
    'Failed lately',
    'Save this view',
    'Rename or delete views',
    'Columns',
    'Export 42 transactions',
  ]);
  await user.click(within(menu).getByRole('menuitem', { name: 'Failed lately' }));
  expect(address()).toBe(`${list}?range=7&status=failed`);
});

it.each([
  ['Save this view', 'Save this view'],
  ['Rename or delete views', 'Views'],
  ['Columns', 'Columns'],
  ['Export 42 transactions', 'Export transactions'],
])(
  'on a phone %s opens its window, and closing it leads back to the menu',
  async (entry, title) => {
    beOnPhone();
    await renderPage(list);
    await user.click(await within(await openMenu()).findByRole('menuitem', { name: entry }));
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  },
);

it('wide, each has its button', async () => {
  await renderPage(list);
  for (const name of ['Views', 'Columns', 'Export 42 transactions']) {
    expect(await screen.findByRole('button', { name })).toBeVisible();
  }
  expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
});

async function openMenu(): Promise<HTMLElement> {
  await screen.findAllByText('42');
  await press('More');
  return screen.findByRole('menu');
}
