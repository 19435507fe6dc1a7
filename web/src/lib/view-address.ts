import { fallbackOf, type FilterSpec } from './url-state.ts';

type Values = Readonly<Record<string, string>>;
interface Spec {
  readonly filters: Readonly<Record<string, FilterSpec>>;
}

/** The filters and search of a list as its address has them, without defaults. */
export function writtenFilters({ filters }: Spec, values: Values, search: string): string {
  const params = new URLSearchParams();
  for (const [name, spec] of Object.entries(filters)) {
    const value = values[name] ?? '';
    if (value !== fallbackOf(spec)) params.set(name, value);
  }
  if (search !== '') params.set('search', search);
  return params.toString();
}

/** The values of all filters and of the search, from such a text; omitted ones have their defaults. */
export function filtersIn({ filters }: Spec, written: string): Values {
  const params = new URLSearchParams(written);
  const values = Object.entries(filters).map(([name, spec]) => [
    name,
    params.get(name) ?? fallbackOf(spec),
  ]);
  return { ...Object.fromEntries(values), search: params.get('search') ?? '' };
}
