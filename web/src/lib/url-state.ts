import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from './router.tsx';

export type SortDirection = 'asc' | 'desc';

export interface Sort<Key extends string = string> {
  key: Key;
  direction: SortDirection;
}

/** A list of allowed values, the first being the default; or a default with an optional list. */
export type FilterSpec = readonly string[] | { fallback: string; allowed?: readonly string[] };

type FilterValue<Spec> = Spec extends readonly (infer Value extends string)[]
  ? Value
  : Spec extends { allowed: readonly (infer Value extends string)[] }
    ? Value
    : string;

/** Define it outside the component: the hook relies on it not changing. */
export interface UrlStateSpec {
  filters?: Record<string, FilterSpec>;
  sort?: { keys: readonly string[]; fallback: Sort };
}

type SortKey<Spec extends UrlStateSpec> = Spec['sort'] extends { keys: readonly (infer Key)[] }
  ? Key & string
  : string;

type Filters<Spec extends UrlStateSpec> = {
  [Name in keyof NonNullable<Spec['filters']> & string]: FilterValue<
    NonNullable<Spec['filters']>[Name]
  >;
};

/** Another page is a new entry of the history, unless it replaces the present one. */
export type SetPage = (page: number, how?: { readonly replace: boolean }) => void;

export interface UrlState<Spec extends UrlStateSpec> {
  search: string;
  filters: Filters<Spec>;
  sort: Sort<SortKey<Spec>>;
  page: number;
  /** Whether the search or any filter differs from its default. */
  isFiltered: boolean;
  setSearch: (text: string) => void;
  setFilter: <Name extends keyof Filters<Spec>>(name: Name, value: Filters<Spec>[Name]) => void;
  /** Several filters, and the search, in one history entry; omitted ones stay unchanged. */
  setFilters: (values: Partial<Filters<Spec>> & { search?: string }) => void;
  /** The same by names that are data; what is outside the spec is ignored. */
  setNamed: (values: Readonly<Record<string, string>>) => void;
  /** A column outside the spec is ignored. */
  setSort: (sort: Sort) => void;
  setPage: SetPage;
  /** Resets search and filters to their defaults; the sort stays. */
  clearFilters: () => void;
}

/* The server's limits; a larger value would only be refused. */
export const searchMaxLength = 200;
const maxPage = 1_000_000;

const reserved = { search: 'search', sort: 'sort', page: 'page' } as const;

export function fallbackOf(spec: FilterSpec): string {
  return 'fallback' in spec ? spec.fallback : (spec[0] ?? '');
}

function readFilter(params: URLSearchParams, name: string, spec: FilterSpec): string {
  const value = params.get(name);
  const allowed = 'fallback' in spec ? spec.allowed : spec;
  if (value === null || (allowed && !allowed.includes(value))) return fallbackOf(spec);
  return value;
}

function readSort(params: URLSearchParams, spec: UrlStateSpec['sort']): Sort {
  const fallback = spec?.fallback ?? { key: '', direction: 'asc' };
  const value = params.get(reserved.sort) ?? '';
  const key = value.startsWith('-') ? value.slice(1) : value;
  if (!spec?.keys.includes(key)) return fallback;
  return { key, direction: value.startsWith('-') ? 'desc' : 'asc' };
}

/** "name", or "-name" for descending. */
function sortText(sort: Sort): string {
  return sort.direction === 'desc' ? `-${sort.key}` : sort.key;
}

function readPage(params: URLSearchParams): number {
  const text = params.get(reserved.page) ?? '';
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  return page <= maxPage ? page : 1;
}

function write(params: URLSearchParams, name: string, value: string, fallback: string): void {
  if (value === fallback) params.delete(name);
  else params.set(name, value);
}

type Change = (edit: (next: URLSearchParams) => void, replace?: boolean) => void;

function useParams(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();

  // Two changes in one event: the second starts from the first, not from the last render.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);

  const change = useCallback<Change>(
    (edit, replace = false) => {
      const next = new URLSearchParams(latest.current);
      edit(next);
      if (next.toString() === latest.current.toString()) return;
      latest.current = next;
      setParams(next, { replace });
    },
    [setParams],
  );

  return [params, change];
}

/**
 * Keeps the state of a list in the address, so that reload, Back and a shared link work. Defaults
 * are omitted, and an invalid value reads as the default. Typing replaces the history entry;
 * filters, sort and page each push one. Other parameters stay unchanged.
 */
export function useUrlState<const Spec extends UrlStateSpec>(spec: Spec): UrlState<Spec> {
  const [params, change] = useParams();

  const setSearch = useCallback(
    (text: string) =>
      change((next) => {
        write(next, reserved.search, text, '');
        next.delete(reserved.page);
      }, true),
    [change],
  );

  const setFilters = useCallback(
    (values: Record<string, string>) =>
      change((next) => {
        const filters: UrlStateSpec['filters'] = { search: { fallback: '' }, ...spec.filters };
        for (const [name, value] of Object.entries(values)) {
          const filter = filters[name];
          if (filter) write(next, name, value, fallbackOf(filter));
        }
        next.delete(reserved.page);
      }),
    [change, spec],
  );

  const setFilter = useCallback(
    (name: string, value: string) => setFilters({ [name]: value }),
    [setFilters],
  );

  const setSort = useCallback(
    (sort: Sort) =>
      change((next) => {
        if (!spec.sort?.keys.includes(sort.key)) return;
        write(next, reserved.sort, sortText(sort), sortText(spec.sort.fallback));
        next.delete(reserved.page);
      }),
    [change, spec],
  );

  const setPage = useCallback<SetPage>(
    (page, { replace } = { replace: false }) =>
      change((next) => write(next, reserved.page, String(page), '1'), replace),
    [change],
  );

  const clearFilters = useCallback(
    () =>
      change((next) => {
        for (const name of Object.keys(spec.filters ?? {})) next.delete(name);
        next.delete(reserved.search);
        next.delete(reserved.page);
      }),
    [change, spec],
  );

  return useMemo(() => {
    const search = (params.get(reserved.search) ?? '').slice(0, searchMaxLength);
    const filterEntries = Object.entries(spec.filters ?? {}).map(
      ([name, filter]) => [name, readFilter(params, name, filter), fallbackOf(filter)] as const,
    );
    return {
      search,
      filters: Object.fromEntries(filterEntries.map(([name, value]) => [name, value])),
      sort: readSort(params, spec.sort),
      page: readPage(params),
      isFiltered: search !== '' || filterEntries.some(([, value, fallback]) => value !== fallback),
      setSearch,
      setFilter,
      setFilters,
      setNamed: setFilters,
      setSort,
      setPage,
      clearFilters,
    } as unknown as UrlState<Spec>;
  }, [params, spec, setSearch, setFilter, setFilters, setSort, setPage, clearFilters]);
}
