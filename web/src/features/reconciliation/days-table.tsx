import { placeNames, statementPlaces } from '@sente/contract/network-statements';
import type { DayCell, ReconciliationDay } from '@sente/contract/reconciliation';
import { CircleCheck } from 'lucide-react';
import { phoneQuery, useMediaQuery } from '../../lib/media-query.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { SignedAmount } from './signed-amount.tsx';

const headClass = 'border-b bg-surface-sunken px-4 py-2.5 text-left text-13 font-medium text-muted';
const cellClass = 'relative px-4 py-2.5 align-middle sm:border-b';

/** Days as rows, networks and the bank as columns: what the statements and the books differ by. */
export function DaysTable({ days }: { days: readonly ReconciliationDay[] }) {
  const isPhone = useMediaQuery(phoneQuery);
  if (isPhone) return <DayCards days={days} />;
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full border-separate border-spacing-0 [&_tr:last-child>*]:border-b-0">
        <caption className="sr-only">Differences by day, network and bank</caption>
        <thead>
          <tr>
            <th scope="col" className={headClass}>
              Day
            </th>
            {statementPlaces.map((network) => (
              <th key={network} scope="col" className={headClass}>
                {placeNames[network]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, cells }) => (
            <tr key={day}>
              <th scope="row" className={`${cellClass} text-left font-medium`}>
                <DateText value={day} />
              </th>
              {statementPlaces.map((network) => (
                <td key={network} className={`${cellClass} hover:bg-surface-hover`}>
                  <Cell day={day} cell={cells.find((one) => one.network === network)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Three columns of amounts do not fit on a phone: each day is a card with a line for each place. */
function DayCards({ days }: { days: readonly ReconciliationDay[] }) {
  return (
    <ul aria-label="Differences by day, network and bank" className="flex flex-col gap-3">
      {days.map(({ day, cells }) => (
        <li key={day} className="rounded-lg border bg-surface py-2">
          <h3 className="px-4 py-1 text-sm">
            <DateText value={day} />
          </h3>
          <dl>
            {statementPlaces.map((network) => (
              <div
                key={network}
                className="relative flex items-center justify-between gap-4 px-4 py-1.5"
              >
                <dt className="text-muted">{placeNames[network]}</dt>
                <dd className="text-right">
                  <Cell day={day} cell={cells.find((one) => one.network === network)} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Of days that are neither green nor work. */
const unproved: Partial<Record<DayCell['state'], string>> = {
  none: 'No statement',
  incomplete: 'Statement incomplete',
  unknown: 'No balance told',
  partial: 'Agrees, part of the day',
};

function Cell({ day, cell }: { day: string; cell: DayCell | undefined }) {
  const why = unproved[cell?.state ?? 'none'];
  if (!cell || why !== undefined) return <span className="text-13 text-muted">{why}</span>;
  const to = paths.reconciliationCases({ network: cell.network, day });
  const wholeCell = 'after:absolute after:inset-0';
  if (cell.state === 'exact') {
    return (
      <Link to={to} className={wholeCell}>
        <Badge tone="success" icon={<CircleCheck />}>
          To the shilling
        </Badge>
      </Link>
    );
  }
  return (
    <Link
      to={to}
      className={`${wholeCell} flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end`}
    >
      <SignedAmount
        amount={cell.difference}
        className={cell.unexplained === 0 ? 'text-warning-text' : 'text-danger-text'}
      />{' '}
      <span className="text-13 text-muted">{whyOf(cell)}</span>
    </Link>
  );
}

function whyOf({ openCases, unexplained }: DayCell): string {
  const cases = openCases === 1 ? '1 case' : `${openCases} cases`;
  if (unexplained === 0) return cases;
  return openCases === 0 ? 'Not explained' : `${cases}, part is not explained`;
}
