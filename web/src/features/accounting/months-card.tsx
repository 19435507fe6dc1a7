import type { AccountingMonth } from '@sente/contract/accounting';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { downloadCsv } from '../../lib/download-csv.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { notify } from '../../ui/toast.tsx';
import { accountingQueries } from './accounting-queries.ts';
import { monthName } from './accounting-texts.ts';

const end = (key: 'opening' | 'closing', header: string): Column<AccountingMonth> => ({
  key,
  header,
  align: 'right',
  phone: 'named',
  cell: ({ [key]: signed }) =>
    signed ? (
      <span>
        <Money amount={signed.liabilities} />
        <span className="block text-13">
          <Copyable value={signed.heads} shown={`${signed.heads.slice(0, 12)}…`} label="Heads" />
        </span>
      </span>
    ) : (
      <span className="text-muted">Not closed</span>
    ),
});

const sum = (
  key: 'fees' | 'networkCharges' | 'vat' | 'levy',
  header: string,
): Column<AccountingMonth> => ({
  key,
  header,
  align: 'right',
  phone: 'named',
  cell: ({ [key]: amount }) => <Money amount={amount} />,
});

const columns: readonly Column<AccountingMonth>[] = [
  {
    key: 'month',
    header: 'Month',
    isTwoLine: true,
    cell: ({ month, isClosed }) => (
      <>
        {monthName(month)}
        {isClosed ? null : <span className="block text-13 text-muted">Not closed</span>}
      </>
    ),
  },
  end('opening', 'Opening'),
  end('closing', 'Closing'),
  sum('fees', 'Fees earned'),
  sum('vat', 'VAT'),
  sum('levy', 'Levy'),
  sum('networkCharges', 'Charges of networks'),
];

/** Without the months before there was anything, but for the newest. */
function sinceFirst(months: readonly AccountingMonth[]): readonly AccountingMonth[] {
  const first = months.findLastIndex(
    ({ opening, closing, fees, vat, levy, networkCharges }) =>
      opening || closing || [fees, vat, levy, networkCharges].some((amount) => amount !== 0),
  );
  return months.slice(0, Math.max(first, 0) + 1);
}

function saveMonths(months: readonly AccountingMonth[]): void {
  const headers = [
    'Month',
    'Closed',
    'Opening',
    'Closing',
    'Fees Earned',
    'VAT',
    'Levy',
    'Charges of Networks',
    'Heads at Opening',
    'Heads at Closing',
  ];
  downloadCsv(
    'months.csv',
    headers,
    months.map(({ month, isClosed, opening, closing, fees, vat, levy, networkCharges }) => [
      month,
      isClosed ? 'yes' : 'no',
      opening?.liabilities,
      closing?.liabilities,
      fees,
      vat,
      levy,
      networkCharges,
      opening?.heads,
      closing?.heads,
    ]),
  );
  notify.success('Months saved');
}

/** What companies had at the ends of months, with the hash over the last hashes of all accounts. */
export function MonthsCard() {
  const { data, failure, isLoading } = queryState(useQuery(accountingQueries.months()));
  return (
    <Card
      title="Months"
      description="What companies had and the heads of the chain, as they were signed. A month opens with the closing of the month before. Fees earned are without taxes; those of a month that is not closed may still change."
      actions={
        <Button
          icon={<Download />}
          disabled={!data}
          onClick={() => data && saveMonths(sinceFirst(data))}
        >
          Export CSV
        </Button>
      }
    >
      {isLoading ? <SkeletonRows count={3} label="Loading months" /> : null}
      {failure ? <ErrorPanel title="Failed to load months" failure={failure} /> : null}
      {data ? (
        <DataTable
          caption="Months"
          columns={columns}
          rows={sinceFirst(data)}
          rowKey={({ month }) => month}
          empty={null}
        />
      ) : null}
    </Card>
  );
}
