import { networkWord } from '@sente/contract/payments';
import type { ShiftSheet, TillDevice } from '@sente/contract/tills';
import { formatUgx } from '@sente/contract/money';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { formatSeconds, formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { shiftKindWords, takingsOf } from '../../lib/till-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { tillQueries } from './till-queries.ts';

/** As many as a manager reads at a glance; the page of the shift has all. */
const shownCount = 8;

interface OpenShiftProps {
  tillId: string;
  device: TillDevice;
  shift: NonNullable<TillDevice['openShift']>;
}

/** What is in the till now: a cashier sees no sum before the end, a manager does. */
export function OpenShift({ tillId, device, shift }: OpenShiftProps) {
  const { data, failure, isLoading } = queryState(
    useQuery({ ...tillQueries.shift(tillId, shift.id), refetchInterval: 15_000 }),
  );
  return (
    <Card
      className="mt-4"
      title={`Open shift of ${shift.cashierName}`}
      description={`On ${device.name}, since ${formatShortTime(shift.openedAt)}`}
      actions={
        <ButtonLink size="sm" to={paths.client.tillShift(tillId, shift.id)}>
          Whole Shift
        </ButtonLink>
      }
    >
      {failure ? <ErrorPanel title="Failed to load the shift" failure={failure} /> : null}
      {isLoading ? <SkeletonRows count={3} label="Loading shift" /> : null}
      {data ? <Taken shift={data} /> : null}
    </Card>
  );
}

function Taken({ shift: { sum, payments } }: { shift: ShiftSheet }) {
  const { own, other } = takingsOf(sum);
  const newest = payments.toReversed().slice(0, shownCount);
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[16rem_1fr]">
      <div>
        <p className="text-2xl font-semibold">
          <Money amount={own.amount} />
        </p>
        <p className="text-muted">{countText(own.count)} so far, before fees</p>
        {other.count > 0 ? (
          <p className="mt-1 text-13 text-muted">
            {shiftKindWords.other}: {formatUgx(other.amount)}
          </p>
        ) : null}
      </div>
      {newest.length === 0 ? (
        <p className="text-muted">Nothing was paid in this shift yet.</p>
      ) : (
        <div className="min-w-0">
          <ol aria-label="Payments of the open shift" className="-my-2 divide-y">
            {newest.map((payment) => (
              <li key={payment.id} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0">
                  <span className="tabular">{formatSeconds(payment.at)}</span>{' '}
                  <span className="text-muted">
                    {[
                      `…${payment.lastDigits}`,
                      networkWord(payment.network),
                      payment.productName ?? shiftKindWords[payment.kind],
                    ].join(' · ')}
                  </span>
                </span>
                <Money amount={payment.amount} isVoid={payment.state === 'reversed'} />
              </li>
            ))}
          </ol>
          {payments.length > shownCount ? (
            <p className="mt-4 text-13 text-muted">
              The newest {shownCount} of {payments.length.toLocaleString('en-US')}
            </p>
          ) : null}
        </div>
      )}
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`;
}
