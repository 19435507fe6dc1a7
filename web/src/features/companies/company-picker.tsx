import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import type { FieldOptions } from '../../ui/field.tsx';
import { companyQueries, foundCompanies, mostFound } from './company-queries.ts';

interface CompanyPickerProps extends FieldOptions {
  /** A company's id; empty for none. */
  value: string;
  onChange: (companyId: string) => void;
  /** Adds an option for "none", such as "All Companies" in a filter. */
  noneLabel?: string | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
}

/** Selects one of any number of companies by searching on the server. */
export function CompanyPicker({
  value,
  onChange,
  noneLabel,
  placeholder = 'Select a company',
  ...field
}: CompanyPickerProps) {
  const [text, setText] = useState<string | null>(null);
  const typed = (text ?? '').trim();
  const search = useDebounced(typed, 200);
  const found = useQuery({ ...foundCompanies(search), enabled: text !== null });
  // Enter selects what the list shows, so it must not contain results for an older text.
  const isSettled = search === typed;
  const chosen = useQuery({ ...companyQueries.details(value), enabled: value !== '' });

  const options: ComboboxOption[] = ((isSettled && found.data) || []).map(
    ({ id, name, email }) => ({
      value: id,
      label: name,
      hint: email,
    }),
  );
  const none = noneLabel !== undefined && typed === '' ? [{ value: '', label: noneLabel }] : [];

  return (
    <Combobox
      {...field}
      value={value}
      valueLabel={value === '' ? (noneLabel ?? '') : nameOf(value, chosen, options)}
      placeholder={placeholder}
      onChange={onChange}
      onSearch={setText}
      options={[...none, ...options]}
      message={isSettled ? messageOf(found, options.length) : 'Searching...'}
    />
  );
}

function nameOf(
  value: string,
  chosen: { data?: { name: string } | undefined; isError: boolean },
  options: readonly ComboboxOption[],
): string {
  const known = chosen.data?.name ?? options.find((option) => option.value === value)?.label;
  return known ?? (chosen.isError ? 'Unknown company' : 'Loading...');
}

function messageOf(
  found: { isError: boolean; isPending: boolean },
  count: number,
): string | undefined {
  if (found.isError) return 'Failed to load companies';
  if (found.isPending) return 'Searching...';
  if (count === 0) return 'No companies found.';
  return count === mostFound ? 'Type to find more companies.' : undefined;
}
