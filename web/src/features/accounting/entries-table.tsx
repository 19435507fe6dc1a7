import { accountKinds, type LedgerEntry } from '@sente/contract/accounting';
import { networkNames } from '@sente/contract/payments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LoadMore } from '../../ui/list-states.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { accountingQueries } from './accounting-queries.ts';
import { accountsFilter } from './accounting-texts.ts';

interface EntriesTableProps {
  /** A row of the trial balance. */
  account: string;
  startDate: string;
  endDate: string;
}

/** The entries behind a row of the trial balance, in the order in which money moved. */
export function EntriesTable({ account, startDate, endDate }: EntriesTableProps) {
  const asked = accountsFilter(account);
  const kind = accountKinds.find((name) => name === asked.kind) ?? 'customer';
  const network = networkNames.find((name) => name === asked.network);
  const query = useInfiniteQuery(accountingQueries.entries({ startDate, endDate, kind, network }));
  const { data, failure, isLoading } = queryState(query);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="mt-4">
      {failure ? (
        <ErrorPanel className="mb-3" title="Failed to load entries" failure={failure} />
      ) : null}
      {failure && rows.length === 0 ? null : (
        <DataTable
          caption="Entries"
          columns={columns}
          rows={rows}
          // One transaction may have several entries of a kind.
          rowKey={(row) => `${row.transactionId} ${row.account} ${row.accountNumber} ${row.credit}`}
          rowHref={({ transactionId }) => paths.transaction(transactionId)}
          loading={isLoading}
          empty={<EmptyState title="No entries in these days" />}
          footer={<LoadMore busyLabel="Loading..." query={query} />}
        />
      )}
      {rows.length > 0 ? (
        <p className="mt-2 text-13 text-muted">
          Balances add up all companies: after the last entry of a day, what its trial balance
          closes with.
        </p>
      ) : null}
    </div>
  );
}

const amount = (key: 'debit' | 'credit' | 'balanceAfter', header: string): Column<LedgerEntry> => ({
  key,
  header,
  align: 'right',
  phone: key === 'balanceAfter' ? 'named' : 'aside',
  ...(key === 'balanceAfter' && { spare: 1 }),
  cell: (row) => {
    const value = row[key];
    return value === null ? null : (
      <span className="tabular text-13 whitespace-nowrap">
        {formatAmount(Math.abs(value))}
        {key === 'balanceAfter' && value !== 0 ? (
          <span className="text-muted">{value < 0 ? ' Dr' : ' Cr'}</span>
        ) : null}
      </span>
    );
  },
});

const columns: readonly Column<LedgerEntry>[] = [
  {
    key: 'at',
    header: 'Time',
    isTwoLine: true,
    cell: ({ at }) => <DateText value={at} format="shortTime" />,
  },
  {
    key: 'account',
    header: 'Account',
    isTwoLine: true,
    phone: 'line',
    cell: ({ account, companyName }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{account}</span>
        <span className="line-clamp-1 text-xs wrap-anywhere text-muted">{companyName}</span>
      </>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    isTwoLine: true,
    spare: 2,
    phone: 'line',
    cell: ({ description, reference }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{description}</span>
        <span className="line-clamp-1 text-xs wrap-anywhere text-muted">{reference}</span>
      </>
    ),
  },
  amount('debit', 'Debit'),
  amount('credit', 'Credit'),
  amount('balanceAfter', 'Balance after'),
];
