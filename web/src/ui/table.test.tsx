import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter, useLocation } from '../lib/router.tsx';
import type { Sort } from '../lib/url-state.ts';
import { beOnPhone } from '../testing/phone.ts';
import { DateText } from './date-display.tsx';
import { IconButton } from './icon-button.tsx';
import { NoValue } from './no-value.tsx';
import { DataTable, type Column, type DataTableProps } from './table.tsx';

interface Company {
  id: string;
  name: string;
  email: string;
}

const rows: Company[] = [
  { id: 'c-1', name: 'Gulu Builders', email: 'info@gulu.example' },
  { id: 'c-2', name: 'Nile Traders', email: 'pay@nile.example' },
];

const columns: Column<Company>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: (company) => company.name },
  { key: 'email', header: 'Email', sortable: true, cell: (company) => company.email },
  { key: 'id', header: 'Id', cell: (company) => company.id, hideOnPhone: true },
];

it('is a table with a name and rows', () => {
  setup();
  const table = screen.getByRole('table', { name: 'Companies' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
});

it('sorts by buttons in the headers and announces it', async () => {
  const { user, onSort } = setup();
  const header = (name: string) => screen.getByRole('columnheader', { name });
  expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  expect(header('Email')).toHaveAttribute('aria-sort', 'none');
  expect(header('Id')).not.toHaveAttribute('aria-sort');

  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'desc' });
  expect(header('Name')).toHaveAttribute('aria-sort', 'descending');

  await user.click(screen.getByRole('button', { name: 'Email' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'email', direction: 'asc' });

  await user.tab();
  await user.tab({ shift: true });
  await user.keyboard('{Enter}');
  expect(onSort).toHaveBeenLastCalledWith({ key: 'email', direction: 'desc' });
});

const rowHref = (company: Company) => `/companies/${company.id}`;

it('has a real link in the first cell, reachable with the keyboard', async () => {
  const { user, where } = setup({ rowHref });
  const link = screen.getByRole('link', { name: 'Gulu Builders' });
  expect(link).toHaveAttribute('href', '/companies/c-1');
  link.focus();
  await user.keyboard('{Enter}');
  expect(where()).toBe('/companies/c-1');
});

it('a click anywhere on a row opens it', async () => {
  const { user, where } = setup({ rowHref });
  await user.click(screen.getByText('pay@nile.example'));
  expect(where()).toBe('/companies/c-2');
});

it.each(['Nile Traders', 'pay@nile.example'])(
  'is not opened by the second press of a double click that began on the page before, on %s',
  (text) => {
    const { where } = setup({ rowHref });
    fireEvent.click(screen.getByText(text), { detail: 2 });
    expect(where()).toBe('/');
    fireEvent.click(screen.getByText(text), { detail: 1 });
    expect(where()).toBe('/companies/c-2');
  },
);

it('opens a new tab with Ctrl or the middle button, and stays', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, where } = setup({ rowHref });
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('pay@nile.example'));
  await user.keyboard('{/Control}');
  await user.pointer({ keys: '[MouseMiddle]', target: screen.getByText('info@gulu.example') });
  expect(open.mock.calls.map((call) => call[0])).toEqual(['/companies/c-2', '/companies/c-1']);
  expect(where()).toBe('/');
});

it('does not open the row when an action in it is pressed', async () => {
  const onDelete = vi.fn();
  const { user, where } = setup({
    rowHref,
    rowActions: (company) => (
      <IconButton label={`Delete ${company.name}`} icon="x" onClick={() => onDelete(company.id)} />
    ),
  });
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete Nile Traders' }));
  expect(onDelete).toHaveBeenCalledWith('c-2');
  expect(where()).toBe('/');
});

it('marks the whole row under the pointer where it has actions, also if it does not open', () => {
  setup({ rowActions: () => <IconButton label="Change" icon={null} /> });
  const row = screen.getByRole('row', { name: /Gulu Builders/ });
  expect(row).toHaveClass('hover:bg-surface-hover');
  expect(row).not.toHaveClass('cursor-pointer');
});

it('does not open the row while text is selected', async () => {
  const { user, where } = setup({ rowHref });
  vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection);
  await user.click(screen.getByText('pay@nile.example'));
  expect(where()).toBe('/');
});

it.each(['a desk', 'a phone'])(
  'a click on a row opens its panel, and a click on a link in it does not, on %s',
  async (where) => {
    if (where === 'a phone') beOnPhone();
    const onRowOpen = vi.fn();
    const linked: Column<Company> = {
      key: 'name',
      header: 'Name',
      cell: ({ name }) => <a href="#there">{name}</a>,
    };
    setup({ columns: [linked, ...columns.slice(1)], onRowOpen });
    await userEvent.click(screen.getByRole('link', { name: 'Nile Traders' }));
    expect(onRowOpen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('pay@nile.example'));
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(rows[1]);
  },
);

it('shows skeleton rows while loading, then the empty state', () => {
  setup({ rows: [], loading: true, skeletonRows: 3, empty: 'No companies found.' });
  expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(3);
  expect(screen.queryByText('No companies found.')).not.toBeInTheDocument();
});

it('shows the empty state', () => {
  setup({ rows: [], empty: 'No companies found.' });
  expect(screen.getByText('No companies found.')).toBeInTheDocument();
});

it('becomes a list of cards on a phone, with the same links and a sort menu', async () => {
  beOnPhone();
  const { user, onSort, where } = setup({ rowHref });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(screen.getByRole('list', { name: 'Companies' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(cards[0]).toHaveTextContent('Gulu BuildersEmailinfo@gulu.example');
  expect(cards[0]).not.toHaveTextContent('c-1');

  await user.selectOptions(screen.getByLabelText('Sort by'), 'Email, descending');
  expect(onSort).toHaveBeenLastCalledWith({ key: 'email', direction: 'desc' });
  await user.click(screen.getByText('pay@nile.example'));
  expect(where()).toBe('/companies/c-2');
});

it('places the columns of a card as configured, each with its name', () => {
  beOnPhone();
  setup({
    columns: [
      { key: 'name', header: 'Name', cell: ({ name }) => name },
      { key: 'email', header: 'Email', phone: 'aside', cell: ({ email }) => email },
      { key: 'id', header: 'Id', phone: 'line', cell: ({ id }) => id },
      // As a table shows what is empty.
      { key: 'none', header: 'None', phone: 'named', cell: () => '-' },
      { key: 'again', header: 'Again', phone: 'named', cell: ({ id }) => `${id} again` },
    ],
    onRowOpen: () => {},
  });
  const [card] = within(screen.getByRole('list', { name: 'Companies' })).getAllByRole('listitem');
  const terms = within(card!).getAllByRole('term');
  expect(terms.map((term) => term.textContent)).toEqual(['Email', 'Id', 'Again']);
  expect(terms.map((term) => term.classList.contains('sr-only'))).toEqual([true, true, false]);
  expect(card).toHaveTextContent('Gulu BuildersEmailinfo@gulu.exampleIdc-1Againc-1 again');
});

it('marks in a card what has no value, so that its label goes with it', () => {
  beOnPhone();
  setup({
    columns: [
      { key: 'name', header: 'Name', cell: ({ name }) => name },
      {
        key: 'used',
        header: 'Used',
        phone: 'named',
        cell: () => <DateText value={null} empty="-" />,
      },
      { key: 'paid', header: 'Paid', cell: () => <NoValue>Nothing yet</NoValue> },
      { key: 'dash', header: 'Dash', cell: () => '-' },
    ],
  });
  const [card] = within(screen.getByRole('list', { name: 'Companies' })).getAllByRole('listitem');
  for (const term of within(card!).getAllByRole('term')) {
    // A browser hides a pair like this.
    expect(term.parentElement).toHaveClass('has-[>dd>[data-empty]:only-child]:hidden');
    expect(
      term.nextElementSibling?.querySelector(':scope > [data-empty]:only-child'),
    ).not.toBeNull();
  }
  expect(within(card!).queryByText('Dash')).toBeNull();
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function setup(props: Partial<DataTableProps<Company>> = {}) {
  const onSort = vi.fn();
  function Example() {
    const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' });
    return (
      <DataTable
        caption="Companies"
        columns={columns}
        rows={rows}
        rowKey={(company) => company.id}
        sort={sort}
        onSort={(next) => {
          onSort(next);
          setSort(next);
        }}
        {...props}
      />
    );
  }
  render(
    <MemoryRouter>
      <Example />
      <Where />
    </MemoryRouter>,
  );
  return { onSort, where: () => screen.getByRole('status').textContent, user: userEvent.setup() };
}

it('on a phone says which columns the cards leave out, and shows them', async () => {
  beOnPhone();
  const { user } = setup();
  expect(screen.getByText(/^Not shown on a phone: Id\./)).toBeVisible();
  expect(screen.queryByText('c-1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all columns' }));
  expect(screen.getByText('c-1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show fewer columns' }));
  expect(screen.queryByText('c-1')).toBeNull();
});
