import type { UrlState } from '../../lib/url-state.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { userRoles, userStatuses, type listState } from './company-user-list.ts';

const optionOf = <Value extends string>(value: Value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
});
const statusOptions = userStatuses.map(optionOf);
const roleOptions = userRoles.map(optionOf);

export function CompanyUserFilters({ state }: { state: UrlState<typeof listState> }) {
  const { status, role } = state.filters;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 sm:items-center">
      <SearchInput
        className="w-full sm:w-80"
        label="Search users..."
        placeholder="Name, email or username..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={300}
      />
      <FilterChoice
        label="Status"
        showLabel
        options={statusOptions}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        label="Role"
        showLabel
        options={roleOptions}
        value={role}
        onChange={(next) => state.setFilter('role', next)}
      />
    </div>
  );
}
