import type { Report, ReportRow } from '@sente/contract/reports';
import { rateText, successRate } from '@sente/contract/success-rate';
import { downloadCsv } from '../../lib/download-csv.ts';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { doneOf, groupWords, isOverTime, listBehind, partText, rowName } from './report-texts.ts';

interface ReportTableProps {
  report: Report;
  companyId: string;
  isLoading: boolean;
}

export function ReportTable({ report, companyId, isLoading }: ReportTableProps) {
  const { by, isWhole } = report;
  const rows = shownRows(report);
  return (
    <DataTable
      caption={`Report by ${groupWords[by].toLowerCase()}`}
      columns={columnsOf(report, companyId)}
      rows={rows}
      rowKey={({ key }) => key}
      loading={isLoading}
      empty={
        <EmptyState
          title="Nothing happened in these days"
          hint="Choose more days or another company."
        />
      }
      footer={
        rows.length > 0 ? (
          <>
            <Totals rows={rows} />
            <p className="mt-1 text-13 text-muted">{noteOf(report)}</p>
            {isWhole ? null : (
              <p className="mt-1 text-13 text-warning-text">
                Only the {formatAmount(rows.length)} largest are listed. Choose fewer days or one
                company.
              </p>
            )}
          </>
        ) : null
      }
    />
  );
}

/** Newest first over time: a report is read from today backwards. */
function shownRows({ rows, by }: Report): readonly ReportRow[] {
  return isOverTime(by) ? rows.toReversed() : rows;
}

function noteOf({ by }: Report): string {
  return by === 'network' || by === 'product'
    ? 'In UGX, mobile money only. Completed and before fees, by the day of the request.'
    : 'In UGX. Completed and before fees, by the day on which they were created.';
}

function columnsOf(report: Report, companyId: string): readonly Column<ReportRow>[] {
  const { by } = report;
  const amount = (key: string, header: string, of: (row: ReportRow) => number) =>
    ({
      key,
      header,
      align: 'right',
      phone: 'named',
      // The note below names the currency once.
      cell: (row) => <Count value={of(row)} />,
    }) satisfies Column<ReportRow>;
  return [
    {
      key: 'name',
      header: groupWords[by],
      // A day is short, and the seven figures beside it are not.
      className: isOverTime(by) ? 'min-w-28! whitespace-nowrap' : undefined,
      cell: (row) => <Name report={report} row={row} companyId={companyId} />,
    },
    {
      key: 'transactions',
      header: 'Transactions',
      spare: 1,
      align: 'right',
      phone: 'named',
      cell: (row) => <Count value={doneOf(row)} />,
    },
    amount('credits', 'Credits', ({ credits }) => credits),
    amount('debits', 'Debits', ({ debits }) => debits),
    amount('net', 'Net', netOf),
    amount('fees', 'Fees', ({ fees }) => fees),
    {
      key: 'failed',
      header: 'Failed',
      align: 'right',
      phone: 'named',
      cell: (row) => <Failed report={report} row={row} companyId={companyId} />,
    },
    {
      key: 'rate',
      header: 'Success',
      align: 'right',
      phone: 'aside',
      cell: (row) => (
        <span className="tabular">{rateText(successRate(doneOf(row), row.failed)) ?? '-'}</span>
      ),
    },
  ];
}

interface CellProps {
  report: Report;
  row: ReportRow;
  companyId: string;
}

const linkClass = 'rounded-sm hover:underline hover:underline-offset-3';

function Name({ report, row, companyId }: CellProps) {
  const to = listBehind(report, { row, companyId });
  const name = rowName(row, report.by);
  const part = partText(row, report);
  return (
    <>
      {to ? (
        <Link to={to} className={`font-medium ${linkClass}`}>
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      {part ? <span className="block text-13 text-muted">{part}</span> : null}
      {row.company ? <span className="block text-13 text-muted">{row.company}</span> : null}
    </>
  );
}

function Failed({ report, row, companyId }: CellProps) {
  const to = listBehind(report, { row, companyId, status: 'failed' });
  const text = <Count value={row.failed} />;
  if (!to || row.failed === 0) return text;
  return (
    <Link
      to={to}
      aria-label={`${row.failed} failed, ${rowName(row, report.by)}`}
      className={`text-danger-text ${linkClass}`}
    >
      {text}
    </Link>
  );
}

/** A zero is not worth a look. */
function Count({ value }: { value: number }) {
  return (
    <span className={`tabular whitespace-nowrap ${value === 0 ? 'text-muted' : ''}`}>
      {formatAmount(value)}
    </span>
  );
}

function netOf({ credits, debits }: ReportRow): number {
  return sumUgx(credits, -debits);
}

function Totals({ rows }: { rows: readonly ReportRow[] }) {
  const sum = (of: (row: ReportRow) => number) => sumUgx(...rows.map(of));
  const sums = [
    ['Credits', sum(({ credits }) => credits)],
    ['Debits', sum(({ debits }) => debits)],
    ['Net', sum(netOf)],
    ['Fees', sum(({ fees }) => fees)],
  ] as const;
  return (
    <dl aria-label="Sums of the rows" className="flex flex-wrap gap-x-8 gap-y-1">
      {sums.map(([label, amount]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-13 text-muted">{label}</dt>
          <dd>
            <Money amount={amount} className="font-medium" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Everything that the table shows, with one line per row. */
export function downloadReport(report: Report): void {
  const { by, startDate, endDate } = report;
  const rows = shownRows(report);
  const hasCompanies = by === 'product';
  downloadCsv(
    `report-by-${by}-${startDate}-${endDate}.csv`,
    [
      groupWords[by],
      ...(hasCompanies ? ['Company'] : []),
      'Credit transactions',
      'Credits',
      'Debit transactions',
      'Debits',
      'Net',
      'Fees',
      'Failed',
    ],
    rows.map((row) => [
      isOverTime(by) ? row.key : rowName(row, by),
      ...(hasCompanies ? [row.company] : []),
      row.creditTransactions,
      row.credits,
      row.debitTransactions,
      row.debits,
      netOf(row),
      row.fees,
      row.failed,
    ]),
  );
}
