import type { CompanyDetails } from '@sente/contract/companies';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Link } from '../../ui/link.tsx';
import { foundCompanies } from './company-queries.ts';

/** A shorter name is in too many others. */
const shortestName = 2;

/**
 * Two companies may have one name, so the form does not refuse it; but often somebody is about to create the same
 * company again. Undefined if no other company has the name.
 */
export function useSameNameHint(typed: string, own: CompanyDetails | undefined) {
  const name = plain(typed);
  const settled = useDebounced(name, 300);
  const isNew = name.length >= shortestName && name !== plain(own?.name ?? '');
  const isAsked = isNew && settled === name;
  const { data = [] } = useQuery({ ...foundCompanies(settled), enabled: isAsked });
  const other =
    isAsked && data.find(({ id, ...each }) => id !== own?.id && plain(each.name) === name);
  if (!other) return undefined;
  return (
    <span className="text-warning-text">
      Another company has this name:{' '}
      <Link to={paths.company(other.id)} className="font-medium underline underline-offset-3">
        {other.name}, {other.email}
      </Link>
    </span>
  );
}

/** As people compare names. */
function plain(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
