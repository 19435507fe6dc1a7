import type { Account } from '@sente/contract/accounts';
import { useEffect, useRef } from 'react';
import { sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { availableOf } from '../accounts/held-money.tsx';

/* What a transfer will do, before it is booked, and what is not known after it was sent. */

interface ReviewProps extends AfterwardsProps {
  note: string;
}

/** What is about to be booked. */
export function Review({ note, ...transfer }: ReviewProps) {
  const { from, to, amount } = transfer;
  const region = useRef<HTMLElement>(null);
  // The button that was pressed books from now on, so Enter must not press it again.
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} tabIndex={-1} aria-label="Review" className="outline-none">
      <DetailList
        columns={2}
        items={[
          { label: 'From', value: from && accountText(from) },
          { label: 'To', value: to && accountText(to) },
          { label: 'Amount', value: <Money amount={amount} className="font-semibold" /> },
          { label: 'Fee', value: 'None' },
          ...(note ? [{ label: 'Note', value: note }] : []),
        ]}
      />
      <Afterwards {...transfer} />
    </section>
  );
}

function accountText({ accountName, accountNumber }: Account) {
  return (
    <>
      {accountName}
      <span className="tabular block text-13 text-muted">{accountNumber}</span>
    </>
  );
}

interface AfterwardsProps {
  from: Account | undefined;
  to: Account | undefined;
  amount: number;
}

/** The balances that the transfer would leave; nothing until it is complete and possible. */
export function Afterwards({ from, to, amount }: AfterwardsProps) {
  const isPossible =
    from && to && amount > 0 && Number.isInteger(amount) && amount <= availableOf(from);
  return (
    <div role="status" aria-label="Balances afterwards">
      {isPossible ? (
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 rounded-lg border bg-surface-sunken px-4 py-3">
          <BalanceAfter account={from} change={-amount} />
          <BalanceAfter account={to} change={amount} />
        </dl>
      ) : null}
    </div>
  );
}

function BalanceAfter({ account, change }: { account: Account; change: number }) {
  return (
    <>
      <dt className="min-w-0 wrap-anywhere">
        {account.accountName}
        <span className="block text-13 whitespace-nowrap text-muted">
          Now <Money amount={account.balance} />
        </span>
        {account.held > 0 ? (
          <span className="block text-13 text-muted">
            <Money amount={account.held} /> of it is held
          </span>
        ) : null}
      </dt>
      <dd className="text-right">
        <Money amount={sumUgx(account.balance, change)} className="font-semibold" />
        <span className="block text-13 text-muted">afterwards</span>
      </dd>
    </>
  );
}

/** What is unknown, or was done before, after the last attempt. */
export type Doubt = 'unanswered' | 'done-before' | null;

export function DoubtBanner({ doubt }: { doubt: Doubt }) {
  if (doubt === null) return null;
  const list = (
    <Link
      to={paths.client.transactions()}
      data-discard=""
      className="rounded-sm text-accent-text underline"
    >
      the transactions
    </Link>
  );
  return doubt === 'done-before' ? (
    <Banner tone="warning" title="An earlier try was made after all">
      With what was typed then. Look at {list} before you transfer again.
    </Banner>
  ) : (
    <Banner tone="warning" title="The transfer may have been made">
      No answer came back that tells. Try again without changing anything: the same form makes one
      transfer, however often it is sent. Or look at {list}.
    </Banner>
  );
}
