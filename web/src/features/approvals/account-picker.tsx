import { accounts } from '@sente/contract/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import type { FieldOptions } from '../../ui/field.tsx';

interface AccountPickerProps extends FieldOptions {
  value: ComboboxOption | null;
  onChange: (account: ComboboxOption) => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
}

/** As many as fit on a screen; typing narrows the list. */
const shown = 20;

const foundQuery = (search: string) =>
  queryOptions({
    queryKey: keys.accounts.picker(search),
    queryFn: async ({ signal }) => {
      const query = {
        page: '1',
        pageSize: String(shown),
        search: search || undefined,
        isActive: 'true' as const,
      };
      return (await call(accounts.list, { query, signal, read: readList() })).data;
    },
  });

/** Selects one active account of any company, by its name, its number or the company's name. */
export function AccountPicker({ value, onChange, ...field }: AccountPickerProps) {
  const [text, setText] = useState<string | null>(null);
  const typed = (text ?? '').trim();
  const search = useDebounced(typed, 200);
  const found = useQuery({ ...foundQuery(search), enabled: text !== null });
  // Enter selects what the list shows, so it must not contain results for an older text.
  const isSettled = search === typed;
  const options: ComboboxOption[] = ((isSettled && found.data) || []).map((account) => ({
    value: account.id,
    label: `${account.accountName} ${account.accountNumber}`,
    hint: account.companyName ?? '',
  }));
  return (
    <Combobox
      {...field}
      inFlow
      value={value?.value ?? ''}
      valueLabel={value?.label ?? ''}
      hint={value ? `Of ${value.hint}` : undefined}
      placeholder="Search by company, name or number"
      onChange={(id) => {
        const chosen = options.find((option) => option.value === id);
        if (chosen) onChange(chosen);
      }}
      onSearch={setText}
      options={options}
      message={isSettled ? messageOf(found, options.length) : 'Searching...'}
    />
  );
}

function messageOf(
  found: { isError: boolean; isPending: boolean },
  count: number,
): string | undefined {
  if (found.isError) return 'Failed to load accounts';
  if (found.isPending) return 'Searching...';
  if (count === 0) return 'No active accounts found.';
  return count === shown ? 'Type to find more accounts.' : undefined;
}
