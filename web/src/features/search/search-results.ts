import { search, type Found } from '@sente/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';

export const searchQueries = {
  /** Keyed by the text, so that a late answer is never shown for a newer text. */
  all: (text: string) =>
    queryOptions({
      queryKey: keys.search.text(text),
      queryFn: async ({ signal }): Promise<Found> => {
        const { data } = await call(search.all, { query: { search: text }, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
    }),
};

export interface FoundOption {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** Its page. A transaction has none: it opens over the current page. */
  readonly to: string | null;
}

export interface FoundGroup {
  readonly title: 'Companies' | 'Users' | 'Accounts' | 'Transactions' | 'Approvals';
  readonly options: readonly FoundOption[];
}

/** The results in display order; empty groups are omitted. */
export function groupsOf(found: Partial<Found>): FoundGroup[] {
  const { companies = [], users = [], accounts = [], transactions = [], approvals = [] } = found;
  const groups: FoundGroup[] = [
    {
      title: 'Companies',
      options: companies.map(({ id, name, email }) => ({
        id,
        label: name,
        hint: email,
        to: paths.company(id),
      })),
    },
    {
      title: 'Users',
      options: users.map(({ id, name, email, companyName }) => ({
        id,
        label: name,
        hint: joined(email, companyName),
        to: paths.user(id),
      })),
    },
    {
      title: 'Accounts',
      options: accounts.map(({ id, companyId, accountName, accountNumber, companyName }) => ({
        id,
        label: accountName,
        hint: joined(accountNumber, companyName),
        to: paths.companyAccount(companyId, id),
      })),
    },
    {
      title: 'Transactions',
      options: transactions.map((row) => ({
        id: row.id,
        label: row.description,
        hint: joined(
          row.reference,
          `UGX ${formatAmount(row.amount)} ${row.type}`,
          row.status,
          formatDate(row.date),
          row.companyName,
        ),
        to: null,
      })),
    },
    {
      title: 'Approvals',
      options: approvals.map(({ id, sentence, companyName, askedAt }) => ({
        id,
        label: sentence,
        hint: joined(formatDate(askedAt), companyName),
        to: paths.approval(id),
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
