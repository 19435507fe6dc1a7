import { savedViews, type SavedView } from '@sente/contract/saved-views';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../testing/answers.ts';
import { expectToasts } from '../testing/messages.ts';
import { address, renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { aTransaction } from '../testing/transactions.ts';
import { press, user } from '../testing/user.ts';

const list = '/client/transactions';
const view: SavedView = {
  id: '01900000-0000-7000-8000-0000000000f1',
  name: 'Failed lately',
  filters: 'range=7&status=failed',
  hiddenColumns: ['kind'],
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
  serve(savedViews.list, ok([view]));
});

async function openMenu(name = 'Views') {
  await screen.findAllByText('Main till');
  await press(name);
  return screen.findByRole('menu');
}

it('a view brings back its filters and columns', async () => {
  await renderPage(`${list}?type=debit&page=2`);
  const menu = await openMenu();
  await user.click(await within(menu).findByRole('menuitem', { name: 'Failed lately' }));
  expect(address()).toBe(`${list}?range=7&status=failed`);
  await waitFor(() =>
    expect(screen.queryByRole('columnheader', { name: 'Kind' })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('button', { name: 'Failed lately' })).toBeVisible();
});

it('saves what is shown under a name', async () => {
  serve(savedViews.list, ok([]));
  serve(savedViews.create, ok(view));
  await renderPage(`${list}?status=failed&range=7&page=3`);
  const menu = await openMenu();
  expect(await within(menu).findByText('No views yet')).toBeVisible();
  await user.click(within(menu).getByRole('menuitem', { name: 'Save this view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
  await press('Save', dialog);
  expect(await within(dialog).findByText('Name is required')).toBeVisible();
  await user.type(within(dialog).getByLabelText(/Name/), 'Failed lately');
  await press('Save', dialog);
  await expectToasts('View "Failed lately" saved');
  expect(calls(savedViews.create)[0]?.body).toEqual({
    list: 'client-transactions',
    name: 'Failed lately',
    filters: 'range=7&status=failed',
    hiddenColumns: [],
  });
});

it('says at the field that a name is taken', async () => {
  serve(savedViews.create, refused(400, 'Taken', { fields: { name: 'Taken' } }));
  await renderPage(list);
  const menu = await openMenu();
  await user.click(within(menu).getByRole('menuitem', { name: 'Save this view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
  await user.type(within(dialog).getByLabelText(/Name/), 'Again{Enter}');
  expect((await within(dialog).findAllByText('Taken'))[0]).toBeVisible();
  expect(within(dialog).getByLabelText(/Name/)).toBeInvalid();
});

it('renames and deletes views', async () => {
  serve(savedViews.update, ok({ ...view, name: 'Newer' }));
  serve(savedViews.remove, ok(null));
  await renderPage(list);
  const menu = await openMenu();
  const manage = await within(menu).findByRole('menuitem', { name: 'Rename or delete views' });
  await waitFor(() => expect(manage).not.toHaveAttribute('data-disabled'));
  await user.click(manage);
  await press('Rename Failed lately');
  const dialog = await screen.findByRole('dialog', { name: 'Rename view' });
  const name = within(dialog).getByLabelText(/Name/);
  await user.clear(name);
  await user.type(name, 'Newer{Enter}');
  await waitFor(() => expect(calls(savedViews.update)[0]?.body).toEqual({ name: 'Newer' }));
  await press('Delete Failed lately');
  const sure = await screen.findByRole('alertdialog', { name: 'Delete the view "Failed lately"?' });
  serve(savedViews.list, ok([]));
  await press('Delete', sure);
  await waitFor(() => expect(calls(savedViews.remove)).toHaveLength(1));
  expect(await screen.findByText('No views yet')).toBeVisible();
});
