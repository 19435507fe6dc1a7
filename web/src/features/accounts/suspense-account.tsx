import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { NewestMovements } from '../../ui/newest-movements.tsx';
import { accountQueries } from './account-queries.ts';

/** Money whose owner is unknown, in the accounts of Head Office. */
export function SuspenseAccount({ companyId }: { companyId: string }) {
  return (
    <NewestMovements
      query={useQuery(accountQueries.suspense(companyId))}
      className="mt-6"
      title="Suspense"
      description="Money that moved at a network and whose owner is unknown"
      failed="Failed to load the suspense account"
      summary={({ balance }) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <Money amount={balance} className="text-xl font-semibold tracking-tight" />
          <Link
            to={paths.approvals({ tab: 'unknown' })}
            className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
          >
            Unknown payments
          </Link>
        </div>
      )}
      label="Movements in suspense"
      about={({ reference }) => reference}
      after={({ balanceAfter }) => (
        <span className="text-xs text-muted">
          then <Money amount={balanceAfter} />
        </span>
      )}
    />
  );
}
