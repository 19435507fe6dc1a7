import { networkWord } from '@sente/contract/payments';
import type { Account, AccountHold } from '@sente/contract/accounts';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { sumUgx } from '../../lib/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransactionItem, TransactionLink } from '../../ui/transaction-link.tsx';
import { accountQueries } from './account-queries.ts';

/** The held and the available part of the balance. Nothing without a hold. */
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
        <Money amount={availableOf({ balance, held })} />
      </dd>
    </dl>
  );
}

/** The specification of the API lists an account without `held`. */
export function availableOf({ balance, held }: Pick<Account, 'balance' | 'held'>): number {
  return sumUgx(balance, -(held || 0));
}

interface HeldMoneyProps {
  account: Account;
  retryLabel?: 'Try Again' | 'Try again';
  /** If a transaction has an address; otherwise it opens over the page. */
  hrefFor?: ((transactionId: string) => string) | undefined;
}

/** The payouts that hold money, each with a link to its transaction. */
export function HeldMoney({ account, retryLabel = 'Try Again', hrefFor }: HeldMoneyProps) {
  const { data, failure, isLoading } = queryState(useQuery(accountQueries.holds(account.id)));
  return (
    <Card title="Held Money" description="Payouts that are not finished yet">
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load held money"
          failure={failure}
          retryLabel={retryLabel}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading held money" /> : null}
      {data && data.length === 0 ? <p className="text-muted">Nothing is held any more.</p> : null}
      <ul aria-label="Payouts that hold money" className="-my-3 divide-y empty:hidden">
        {data?.map((hold) => (
          <Hold key={hold.transactionId} hold={hold} href={hrefFor?.(hold.transactionId)} />
        ))}
      </ul>
    </Card>
  );
}

interface HoldProps {
  hold: AccountHold;
  href: string | undefined;
}

function Hold({ hold, href }: HoldProps) {
  const { transactionId, description } = hold;
  const look = 'flex items-start justify-between gap-4';
  if (href === undefined) {
    return (
      <TransactionItem transactionId={transactionId} className={look}>
        <HoldFacts hold={hold}>
          <TransactionLink transactionId={transactionId}>{description}</TransactionLink>
        </HoldFacts>
      </TransactionItem>
    );
  }
  return (
    <li className={`py-3 ${look}`}>
      <HoldFacts hold={hold}>
        <Link to={href} className="rounded-sm hover:underline hover:underline-offset-3">
          {description}
        </Link>
      </HoldFacts>
    </li>
  );
}

interface HoldFactsProps {
  hold: AccountHold;
  /** The description, with a link to its transaction. */
  children: ReactNode;
}

function HoldFacts({ hold, children }: HoldFactsProps) {
  const { phoneNumber, network } = hold;
  return (
    <>
      <div className="min-w-0">
        <p className="wrap-anywhere">{children}</p>
        <p className="text-13 text-muted">
          {phoneNumber ? (
            <>
              <span className="tabular">{phoneText(phoneNumber)}</span> ·{' '}
              {networkWord(network ?? '')} ·{' '}
            </>
          ) : null}
          <RelativeTime value={hold.date} />
        </p>
        {hold.heldUpBy === null ? null : (
          <p className="text-13 text-warning-text">Held up: {hold.heldUpBy}</p>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money amount={hold.held} className="font-medium" />
        <HoldState hold={hold} />
      </div>
    </>
  );
}

function HoldState({ hold: { awaitsApproval, heldUpBy } }: { hold: AccountHold }) {
  if (awaitsApproval) return <Badge tone="warning">Waits for approval</Badge>;
  if (heldUpBy !== null) return <Badge tone="warning">Held up</Badge>;
  return <Badge tone="info">Under way</Badge>;
}
