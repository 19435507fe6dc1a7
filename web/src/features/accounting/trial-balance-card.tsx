import type { TrialBalance, TrialBalanceRow } from '@sente/contract/accounting';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Download } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { downloadCsv } from '../../lib/download-csv.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money, NoAmount } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { notify } from '../../ui/toast.tsx';
import { accountingQueries } from './accounting-queries.ts';
import { accountsKey, accountsName } from './accounting-texts.ts';

interface TrialBalanceCardProps {
  /** Empty: today until now. */
  day: string;
  onDay: (day: string) => void;
}

/** What every kind of account had at the end of a day, and that the books balance. */
export function TrialBalanceCard({ day: wanted, onDay }: TrialBalanceCardProps) {
  const today = kampalaDay();
  // Of a day to come there are no figures, also if it is typed or in the address.
  const day = wanted > today ? '' : wanted;
  const query = useQuery(accountingQueries.trialBalance(day || undefined));
  const { data, failure, isLoading } = queryState(query);
  return (
    <Card
      title="Trial balance"
      description="Every kind of account of all companies at the end of a day, in UGX. What the provider owes is a credit. A row shows its entries below."
      actions={
        <>
          <TextField
            label="Day"
            hideLabel
            type="date"
            max={today}
            value={day || today}
            onChange={(event) => onDay(event.target.value)}
          />
          <Button
            icon={<Download />}
            disabled={!data || query.isPlaceholderData}
            onClick={() => data && saveBalance(data)}
          >
            Export CSV
          </Button>
        </>
      }
    >
      {isLoading ? <SkeletonRows count={6} label="Loading trial balance" /> : null}
      {failure ? <ErrorPanel title="Failed to load trial balance" failure={failure} /> : null}
      {data ? (
        <div aria-busy={query.isPlaceholderData}>
          <Balance balance={data} wanted={day} />
        </div>
      ) : null}
    </Card>
  );
}

/** The closing figures add up to what stands below the table. */
function saveBalance({ day, rows, debits, credits }: TrialBalance): void {
  const headers = [
    'Accounts',
    'Opening (Credit)',
    'Debits',
    'Credits',
    'Closing Debit',
    'Closing Credit',
  ];
  const lines = rows.map((row) => [
    accountsName(row),
    row.opening,
    row.debits,
    row.credits,
    Math.max(-row.closing, 0),
    Math.max(row.closing, 0),
  ]);
  downloadCsv(`trial-balance-${day}.csv`, headers, [
    ...lines,
    ['Sum', null, null, null, debits, credits],
  ]);
  notify.success('Trial balance saved');
}

const amount = (
  key: 'opening' | 'debits' | 'credits',
  header: string,
): Column<TrialBalanceRow> => ({
  key,
  header,
  align: 'right',
  // The closing figures are what people come for.
  ...(key === 'opening' && { spare: 1 }),
  cell: (row) => <Signed amount={row[key]} isTurnover={key !== 'opening'} />,
});

const columns: readonly Column<TrialBalanceRow>[] = [
  { key: 'name', header: 'Accounts', cell: accountsName },
  amount('opening', 'Opening'),
  amount('debits', 'Debits of the day'),
  amount('credits', 'Credits of the day'),
  {
    key: 'debit',
    header: 'Closing debit',
    align: 'right',
    cell: ({ closing }) => <Signed amount={Math.max(-closing, 0)} isTurnover />,
  },
  {
    key: 'credit',
    header: 'Closing credit',
    align: 'right',
    cell: ({ closing }) => <Signed amount={Math.max(closing, 0)} isTurnover />,
  },
];

function Signed({ amount: value, isTurnover }: { amount: number; isTurnover: boolean }) {
  if (value === 0) return <NoAmount />;
  return (
    <span className="tabular text-13 whitespace-nowrap">
      {formatAmount(Math.abs(value))}
      {isTurnover ? null : <span className="text-muted">{value < 0 ? ' Dr' : ' Cr'}</span>}
    </span>
  );
}

/** A row leads to its entries in the general ledger, on the same page. */
function Balance({ balance, wanted }: { balance: TrialBalance; wanted: string }) {
  const { rows, debits, credits, isClosed } = balance;
  const isEqual = debits === credits;
  return (
    <>
      <DataTable
        caption="Trial balance"
        columns={columns}
        rows={rows}
        rowKey={accountsKey}
        rowHref={(row) => paths.accounting({ day: wanted || undefined, account: accountsKey(row) })}
        empty={null}
      />
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={isEqual ? 'success' : 'danger'} icon={isEqual ? <CircleCheck /> : <CircleX />}>
          {isEqual ? 'Debits equal credits' : 'Debits and credits differ'}
        </Badge>
        <span>
          Debits <Money amount={debits} className="font-medium" />
        </span>
        <span>
          Credits <Money amount={credits} className="font-medium" />
        </span>
        <span className="text-13 text-muted">
          {isClosed ? 'The day is closed: these figures are signed.' : 'The day is open.'}
        </span>
      </p>
    </>
  );
}
