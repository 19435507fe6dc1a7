import type { Account } from '@sente/contract/accounts';
import type { BankAccount } from '@sente/contract/bank-accounts';
import { useEffect, useRef, type ReactNode } from 'react';
import { DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';

interface ReviewProps {
  account: Account | undefined;
  bank: BankAccount | undefined;
  children: ReactNode;
}

/** What is about to be asked for. */
export function Review({ account, bank, children }: ReviewProps) {
  const region = useRef<HTMLElement>(null);
  // The button that was pressed asks for it from now on, so Enter must not press it again.
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} tabIndex={-1} aria-label="Review" className="grid gap-5 outline-none">
      <DetailList
        columns={2}
        items={[
          { label: 'From', value: account && named(account.accountName, account.accountNumber) },
          {
            label: 'To',
            value: bank && named(`${bank.bank}, ${bank.accountName}`, bank.accountNumber),
          },
        ]}
      />
      {children}
      <p className="text-13 text-muted">
        The money is held at once, and paid with the next batch of the provider.
      </p>
    </section>
  );
}

function named(name: string, number: string) {
  return (
    <>
      {name}
      <span className="tabular block text-13 text-muted">{number}</span>
    </>
  );
}

interface CostProps {
  arrives: number;
  fee: number;
  /** What the account can spend afterwards. */
  left?: number | undefined;
}

/** Nothing until an amount is there. */
export function Cost({ arrives, fee, left }: CostProps) {
  const rows: readonly (readonly [label: string, amount: number])[] = [
    ['Arrives at the bank', arrives],
    ['Fee', fee],
    ['Leaves the account', arrives + fee],
    ...(left === undefined ? [] : [['Left to spend afterwards', left] as const]),
  ];
  return (
    <div role="status" aria-label="What it costs">
      {arrives > 0 ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-lg border bg-surface-sunken px-4 py-3">
          {rows.map(([label, amount]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right">
                <Money amount={amount} className="font-medium" />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
