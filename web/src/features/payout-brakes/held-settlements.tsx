import { formatUgx } from '@sente/contract/money';
import type { WholeBrake } from '@sente/contract/payout-brakes';
import type { ReactNode } from 'react';
import { formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';

type Settlements = WholeBrake['settlements'];

/** Settlements that wait as well. The decision about the payouts is not about them. */
export function HeldSettlements({ settlements }: { settlements: Settlements }) {
  const { requestedCount, requestedAmount, batches } = settlements;
  if (requestedCount === 0 && batches.length === 0) return null;
  return (
    <Card
      title="Settlements that wait"
      description="Nothing of them is cancelled: they go on when payouts do"
    >
      <ul className="flex flex-col gap-2">
        {requestedCount > 0 ? (
          <Held to={paths.settlements()} name={countText(requestedCount, 'requested ')}>
            {formatUgx(requestedAmount)}, in no batch
          </Held>
        ) : null}
        {batches.map(({ id, createdAt, count, amount, state }) => (
          <Held
            key={id}
            to={paths.settlementBatch(id)}
            name={`Batch of ${formatShortTime(createdAt)}`}
          >
            {countText(count)}, {formatUgx(amount)},{' '}
            {state === 'waiting' ? 'waits for a second person' : 'file not fetched'}
          </Held>
        ))}
      </ul>
    </Card>
  );
}

function Held({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap gap-x-3">
      <Link to={to} className="rounded-sm text-accent-text hover:underline">
        {name}
      </Link>
      <span className="tabular text-muted">{children}</span>
    </li>
  );
}

function countText(count: number, kind = ''): string {
  return `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'settlement' : 'settlements'}`;
}
