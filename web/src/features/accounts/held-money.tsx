import type { Account, AccountHold } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OpenableItem, OpenButton } from '../transactions/openable-item.tsx';
import { accountQueries } from './account-queries.ts';

/** What is kept back of the balance, and what can be spent. Nothing while all of it can. */
export function HeldAndAvailable({ balance, held }: Pick<Account, 'balance' | 'held'>) {
  if (!(held > 0)) return null;
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t pt-3">
      <dt className="text-muted">Held for payouts</dt>
      <dd className="text-right">
        <Money amount={held} />
      </dd>
      <dt className="text-muted">Available</dt>
      <dd className="text-right font-medium">
        <Money amount={inHundredths(balance, held)} />
      </dd>
    </dl>
  );
}

function inHundredths(balance: number, held: number): number {
  return (Math.round(balance * 100) - Math.round(held * 100)) / 100;
}

/** The payouts that keep money back, each leading to its transaction. */
export function HeldMoney({ account }: { account: Account }) {
  const { data, failure, isLoading } = queryState(useQuery(accountQueries.holds(account.id)));
  return (
    <Card title="Held Money" description="Payouts that are not finished yet">
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load held money"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading held money" /> : null}
      {data && data.length === 0 ? <p className="text-muted">Nothing is held any more.</p> : null}
      <ul aria-label="Payouts that hold money" className="-my-3 divide-y empty:hidden">
        {data?.map((hold) => (
          <Hold key={hold.transactionId} hold={hold} />
        ))}
      </ul>
    </Card>
  );
}

function Hold({ hold }: { hold: AccountHold }) {
  const { transactionId, description, phoneNumber, network } = hold;
  return (
    <OpenableItem transactionId={transactionId} className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <OpenButton transactionId={transactionId}>{description}</OpenButton>
        </p>
        <p className="text-13 text-muted">
          {phoneNumber ? (
            <>
              <span className="tabular">{phoneNumber}</span> · {network} ·{' '}
            </>
          ) : null}
          <RelativeTime value={hold.date} />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money amount={hold.held} className="font-medium" />
        {hold.awaitsApproval ? (
          <Badge tone="warning">Waits for approval</Badge>
        ) : (
          <Badge tone="info">Under way</Badge>
        )}
      </div>
    </OpenableItem>
  );
}
