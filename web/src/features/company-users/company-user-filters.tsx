import { useId } from 'react';
import type { UrlState } from '../../lib/url-state.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { userRoles, userStatuses, type listState } from './company-user-list.ts';

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
      <Choice
        label="Status"
        values={userStatuses}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <Choice
        label="Role"
        values={userRoles}
        value={role}
        onChange={(next) => state.setFilter('role', next)}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** With its name beside it: both boxes say only "All" when nothing is chosen. */
function Choice<Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="flex gap-x-2 gap-y-1.5 max-sm:flex-1 max-sm:flex-col sm:items-center">
      <label htmlFor={id} className="text-13 font-medium text-muted">
        {label}
      </label>
      <Select
        id={id}
        className="max-sm:w-full sm:min-w-32"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        options={values.map((each) => ({ value: each, label: capitalized(each) }))}
      />
    </div>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
