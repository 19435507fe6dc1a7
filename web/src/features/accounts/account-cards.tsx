import type { Account } from '@sente/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RowLink, useRowOpening } from '../../ui/table-parts.tsx';
import { accountQueries } from './account-queries.ts';
import { AccountStatusBadge, AccountTypeBadge } from './account-type.tsx';
import { availableOf } from './held-money.tsx';

/** A company may have hundreds; "Show more" adds a step. */
const accountsPerStep = 24;

interface AccountCardsProps {
  companyId: string;
  accounts: readonly Account[];
  /** How many steps of the list are shown, from 1. */
  steps: number;
  onSteps: (steps: number) => void;
}

/** A company's accounts as cards. */
export function AccountCards({ companyId, accounts, steps, onSteps }: AccountCardsProps) {
  const shown = accounts.slice(0, steps * accountsPerStep);
  const { list, willShowMore } = useFocusOnNew(shown.length);

  function showMore(): void {
    willShowMore();
    // Clamped to what is shown: the address may contain a step far beyond the end.
    onSteps(Math.ceil(shown.length / accountsPerStep) + 1);
  }

  return (
    <>
      <ul ref={list} aria-label="Accounts" className={gridClass}>
        {shown.map((account) => (
          <AccountCard key={account.id} companyId={companyId} account={account} />
        ))}
      </ul>
      {shown.length < accounts.length ? (
        <div className="mt-6 flex flex-col items-center gap-2">
          <p className="tabular text-13 text-muted">
            Showing {shown.length} of {accounts.length} accounts
          </p>
          <Button onClick={showMore}>Show more</Button>
        </div>
      ) : null}
    </>
  );
}

const gridClass = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

/** After "Show more" the focus moves to the first new card, because the button has moved. */
function useFocusOnNew(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    const card = list.current?.children[firstNew.current];
    firstNew.current = null;
    card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  }, [count]);
  const willShowMore = (): void => {
    firstNew.current = count;
  };
  return { list, willShowMore };
}

export function AccountCardsSkeleton() {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Loading accounts</span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} data-skeleton-row="" className="rounded-lg border bg-surface p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-2 h-4 w-28" />
          <Skeleton className="mt-5 h-7 w-2/3" />
          <div className="mt-4 flex flex-col gap-3 border-t pt-4">
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface AccountCardProps {
  companyId: string;
  account: Account;
}

/** One account of the list. The whole card opens it; its name and View are links. */
function AccountCard({ companyId, account }: AccountCardProps) {
  const client = useQueryClient();
  const to = paths.client.account(account.id);
  const open = useRowOpening<Account>({ rowHref: () => to })(account);
  const prefetch = () => void client.prefetchQuery(accountQueries.details(companyId, account.id));
  return (
    // The keyboard has the links inside; the click is a shortcut to them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      data-account-card=""
      onClick={open}
      onAuxClick={open}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="flex min-w-0 cursor-pointer flex-col rounded-lg border bg-surface p-5 transition-colors duration-100 hover:border-line-strong"
    >
      <Head account={account} />
      <div className="mt-3 mb-4 flex flex-1 items-end justify-between gap-3">
        <Balance account={account} />
        <ButtonLink size="sm" to={to} aria-label={`View ${account.accountName}`}>
          View
        </ButtonLink>
      </div>
      <Facts account={account} />
    </li>
  );
}

function Head({ account }: { account: Account }) {
  const { id, accountName, accountNumber } = account;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-sm wrap-anywhere">
          <RowLink to={paths.client.account(id)}>{accountName}</RowLink>
        </h2>
        <AccountStatusBadge account={account} />
      </div>
      <p className="flex min-h-6 items-center gap-1 text-13 text-muted">
        <span className="tabular">{accountNumber}</span>
        {accountNumber ? <CopyButton value={accountNumber} label="Account number" /> : null}
      </p>
    </>
  );
}

/** With the available amount where it is less than the balance. */
function Balance({ account }: { account: Account }) {
  return (
    <div className="min-w-0">
      <p className="text-xl font-semibold tracking-tight">
        <Money amount={account.balance} />
      </p>
      {account.held > 0 ? (
        <p className="text-13 text-muted">
          <Money amount={availableOf(account)} /> available
        </p>
      ) : null}
    </div>
  );
}

function Facts({ account }: { account: Account }) {
  const { openDate, lastTransactionDate } = account;
  return (
    <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 border-t pt-4 text-13">
      <dt className="text-muted">Type</dt>
      <dd className="text-right">
        <AccountTypeBadge alwaysWithIcon account={account} />
      </dd>
      <dt className="text-muted">Opened</dt>
      <dd className="text-right">
        <DateText value={openDate} empty="N/A" />
      </dd>
      <dt className="text-muted">Last Transaction</dt>
      <dd className="text-right">
        <DateText value={lastTransactionDate} empty="N/A" />
      </dd>
    </dl>
  );
}
