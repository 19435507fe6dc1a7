import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Location } from './history.ts';
import { MemoryRouter, useLocation, useNavigate, useVisitBy, type Navigate } from './router.tsx';
import { useUrlState, type UrlState } from './url-state.ts';

const spec = {
  filters: {
    status: ['all', 'active', 'inactive'],
    days: { fallback: '30', allowed: ['7', '30', '90', 'all'] },
    company: { fallback: '' },
  },
  sort: { keys: ['name', 'createdAt'], fallback: { key: 'name', direction: 'asc' } },
} as const;

it('reads the defaults from an empty address', () => {
  const { state } = setup('/list');
  expect(state()).toMatchObject({
    search: '',
    filters: { status: 'all', days: '30', company: '' },
    sort: { key: 'name', direction: 'asc' },
    page: 1,
    isFiltered: false,
  });
});

it('reads everything from the address', () => {
  const { state } = setup(
    '/list?search=kato&status=active&days=7&company=c-1&sort=-createdAt&page=3',
  );
  expect(state()).toMatchObject({
    search: 'kato',
    filters: { status: 'active', days: '7', company: 'c-1' },
    sort: { key: 'createdAt', direction: 'desc' },
    page: 3,
    isFiltered: true,
  });
});

it('limits the page and the search to what the server accepts', () => {
  const { state } = setup(`/list?page=1000000&search=${'k'.repeat(201)}`);
  expect(state()).toMatchObject({ page: 1_000_000, search: 'k'.repeat(200) });
});

it.each(['0', '-1', '1.5', 'x', '', '1000001', '99999999'])(
  'reads page %j as the first',
  (page) => {
    expect(setup(`/list?page=${page}`).state().page).toBe(1);
  },
);

it('reads invalid values as the default', () => {
  const { state } = setup('/list?status=deleted&days=31&sort=password');
  expect(state()).toMatchObject({
    filters: { status: 'all', days: '30' },
    sort: { key: 'name', direction: 'asc' },
    isFiltered: false,
  });
});

it('replaces the entry while typing and returns to page 1', async () => {
  const { state, url, action, back } = setup('/list?page=3');
  act(() => state().setSearch('k'));
  act(() => state().setSearch('ka'));
  expect(url()).toBe('/list?search=ka');
  expect(action()).toBe('replace');
  await back();
  expect(url()).toBe('/before');
});

it('leaves defaults out of the address', () => {
  const { state, url } = setup('/list?search=kato&status=active');
  act(() => state().setSearch(''));
  act(() => state().setFilter('status', 'all'));
  expect(url()).toBe('/list');
});

it('pushes an entry for filters and returns to page 1', async () => {
  const { state, url, action, back } = setup('/list?page=3');
  act(() => state().setFilter('days', '90'));
  expect(url()).toBe('/list?days=90');
  expect(action()).toBe('push');
  await back();
  expect(url()).toBe('/list?page=3');
});

it('pushes an entry for the sort and returns to page 1', () => {
  const { state, url, action } = setup('/list?page=2');
  act(() => state().setSort({ key: 'name', direction: 'desc' }));
  expect(url()).toBe('/list?sort=-name');
  expect(action()).toBe('push');
  act(() => state().setSort({ key: 'createdAt', direction: 'asc' }));
  expect(url()).toBe('/list?sort=createdAt');
  act(() => state().setSort({ key: 'name', direction: 'asc' }));
  expect(url()).toBe('/list');
});

it('ignores a sort that is not in the spec', () => {
  const { state, url } = setup('/list?page=2');
  act(() => state().setSort({ key: 'password', direction: 'asc' }));
  expect(url()).toBe('/list?page=2');
});

it('pushes an entry for pages and keeps the rest', () => {
  const { state, url, action } = setup('/list?search=kato&other=kept');
  act(() => state().setPage(2));
  expect(url()).toBe('/list?search=kato&other=kept&page=2');
  expect(action()).toBe('push');
  act(() => state().setPage(1));
  expect(url()).toBe('/list?search=kato&other=kept');
});

it('keeps both of two changes made in one event', () => {
  const { state, url } = setup('/list');
  act(() => {
    state().setFilter('status', 'active');
    state().setFilter('company', 'c-2');
  });
  expect(url()).toBe('/list?status=active&company=c-2');
});

it('sets several filters and the search in one history entry', async () => {
  const { state, url, action, back } = setup('/list?search=a&status=active&page=3');
  act(() => state().setFilters({ search: '', status: 'all', days: '7', company: 'c-2' }));
  expect(url()).toBe('/list?days=7&company=c-2');
  expect(action()).toBe('push');
  await back();
  expect(url()).toBe('/list?search=a&status=active&page=3');
});

it('keeps filters that it is not given or does not know', () => {
  const { state, url } = setup('/list?status=active&other=kept');
  act(() => state().setFilters({ days: '7', nonsense: 'x' } as { days: '7' }));
  expect(url()).toBe('/list?status=active&other=kept&days=7');
});

it('clears search and filters, and keeps the sort', () => {
  const { state, url } = setup(
    '/list?search=a&status=active&company=c&sort=-name&page=2&other=kept',
  );
  act(() => state().clearFilters());
  expect(url()).toBe('/list?sort=-name&other=kept');
  expect(state().isFiltered).toBe(false);
});

function setup(url: string) {
  const now = {} as {
    state: UrlState<typeof spec>;
    location: Location;
    action: string;
    navigate: Navigate;
  };
  function List() {
    now.state = useUrlState(spec);
    now.location = useLocation();
    now.action = useVisitBy();
    now.navigate = useNavigate();
    return null;
  }
  render(
    <MemoryRouter addresses={['/before', url]}>
      <List />
    </MemoryRouter>,
  );
  return {
    state: () => now.state,
    url: () => now.location.pathname + now.location.search,
    action: () => now.action,
    back: () => act(async () => now.navigate(-1)),
  };
}
