import { networkNames, networkWords } from '@sente/contract/payments';
import { kindWord, statusWord, typeWord } from '@sente/contract/movement-words';
import {
  dateKinds,
  listedKinds,
  transactionKinds,
  transactionStatuses,
  transactionTypes,
} from '@sente/contract/transaction-kinds';
import { amountsToSend } from '../../lib/amount-range.ts';
import { daysOfList, listRangeOptions, listRanges } from '../../lib/list-days.ts';
import type { UrlState } from '../../lib/url-state.ts';
import { dateByFilter } from '../../ui/date-by.tsx';
import type { ChoiceFilter } from '../../ui/list-filters.tsx';

/** Everything that narrows a list of transactions is in the address, in both portals. */
export const listState = {
  filters: {
    range: listRanges,
    /** Of the range "custom"; empty if open. */
    from: { fallback: '' },
    to: { fallback: '' },
    dateBy: dateKinds,
    /** Only staff choose a company or a phone number; a company searches for the latter. */
    companyId: { fallback: '' },
    phone: { fallback: '' },
    accountId: { fallback: '' },
    type: ['all', ...transactionTypes],
    status: ['all', ...transactionStatuses],
    kind: ['all', ...listedKinds],
    network: { fallback: '' },
    min: { fallback: '' },
    max: { fallback: '' },
  },
} as const;

export type ListState = UrlState<typeof listState>;
export type ListFilters = ListState['filters'];

interface Labels {
  readonly type: string;
  readonly allTypes: string;
  readonly allDays: string;
}

/** The choices of a list of transactions, in the order of the screen. */
export function choicesOf({ type, allTypes, allDays }: Labels): readonly ChoiceFilter[] {
  return [
    { name: 'range', label: 'Range', options: listRangeOptions(allDays) },
    {
      name: 'status',
      label: 'Status',
      options: [all('All Statuses'), ...transactionStatuses.map(option(statusWord))],
    },
    {
      name: 'type',
      label: type,
      options: [all(allTypes), ...transactionTypes.map(option(typeWord))],
    },
    {
      name: 'kind',
      label: 'Kind',
      options: [
        all('All Kinds'),
        { value: 'no-collection', label: 'All but Collections' },
        ...transactionKinds.map(option(kindWord)),
      ],
    },
    {
      name: 'network',
      label: 'Network',
      options: [
        { value: '', label: 'All Networks' },
        ...networkNames.map((value) => ({ value, label: networkWords[value] })),
      ],
    },
    dateByFilter,
  ];
}

function all(label: string) {
  return { value: 'all', label };
}

function option<Value extends string>(wordOf: (value: Value) => string) {
  return (value: Value) => ({ value, label: wordOf(value) });
}

/** The query of every call. What is not filled in, not complete yet or impossible is not sent. */
export function toQuery(filters: ListFilters) {
  const chosen = <Value extends string>(value: Value) =>
    value === 'all' ? undefined : (value as Exclude<Value, 'all'>);
  return {
    ...daysOfList(filters),
    dateBy: filters.dateBy === 'created' ? undefined : filters.dateBy,
    accountId: filters.accountId || undefined,
    type: chosen(filters.type),
    status: chosen(filters.status),
    kind: chosen(filters.kind),
    network: filters.network || undefined,
    ...amountsToSend(filters),
  };
}
