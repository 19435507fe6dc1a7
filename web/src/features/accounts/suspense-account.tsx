import type { SuspenseAccount as Suspense, SuspenseMovement } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionItem, TransactionLink } from '../../ui/transaction-link.tsx';
import { accountQueries } from './account-queries.ts';

/**
 * Money whose owner is unknown, in the accounts of Head Office. Nothing for other companies, and so
 * nothing while it loads.
 */
export function SuspenseAccount({ companyId }: { companyId: string }) {
  const { data, failure } = queryState(useQuery(accountQueries.suspense(companyId)));
  if (!failure && !data?.movementCount) return null;
  return (
    <Card
      className="mt-6"
      title="Suspense"
      description="Money that moved at a network and whose owner is unknown"
    >
      {failure ? (
        <ErrorPanel
          className={data ? 'mb-5' : undefined}
          title="Failed to load the suspense account"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {data ? <Loaded suspense={data} /> : null}
    </Card>
  );
}

function Loaded({ suspense: { balance, movements, movementCount } }: { suspense: Suspense }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <Money amount={balance} className="text-xl font-semibold tracking-tight" />
        <Link
          to={paths.approvals({ tab: 'unknown' })}
          className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
        >
          Unknown payments
        </Link>
      </div>
      <ul aria-label="Movements in suspense" className="mt-4 divide-y border-t">
        {movements.map((movement) => (
          <Movement key={movement.transactionId} movement={movement} />
        ))}
      </ul>
      {movementCount > movements.length ? (
        <p className="border-t pt-3 text-13 text-muted">
          The newest {movements.length} of {movementCount.toLocaleString('en-US')}.
        </p>
      ) : null}
    </>
  );
}

function Movement({ movement }: { movement: SuspenseMovement }) {
  const { transactionId, amount, balanceAfter, description, reference, date } = movement;
  return (
    <TransactionItem
      transactionId={transactionId}
      className="flex items-start justify-between gap-4 last:pb-0"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TransactionLink transactionId={transactionId}>{description}</TransactionLink>
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {reference ? `${reference} · ` : null}
          <DateText value={date} format="shortTime" />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money amount={amount} className="font-medium" />
        <span className="text-xs text-muted">
          then <Money amount={balanceAfter} />
        </span>
      </div>
    </TransactionItem>
  );
}
