import { formatUgx } from '@sente/contract/money';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import { Money } from './money.tsx';
import { Skeleton } from './skeleton.tsx';

interface ListTotalsProps {
  /** What is counted: "Transactions". */
  noun: string;
  query: UseQueryResult<TransactionTotals>;
  /** Beside the count on a phone, where the filter of the days is folded: "in the last 30 days". */
  inDays?: string | undefined;
}

/** Undefined while it is not known, or if there are too many to count. */
export function countOf(totals: TransactionTotals | undefined): number | undefined {
  return totals?.isExact ? totals.count : undefined;
}

/** How many pass the filters and what they add up to: what is completed, or has the status that is chosen. */
export function ListTotals({ noun, inDays, query: { data: totals, isError } }: ListTotalsProps) {
  const isPhone = useMediaQuery(phoneQuery);
  if (isError && !totals) {
    // The list is still there.
    return <p className="mb-4 text-13 text-muted">The sums could not be loaded.</p>;
  }
  return isPhone ? (
    <FoldedTotals {...{ noun, inDays, totals }} />
  ) : (
    <Totals {...{ noun, totals }} />
  );
}

interface TotalsProps {
  noun: string;
  totals: TransactionTotals | undefined;
  inDays?: string | undefined;
}

function Totals({ noun, totals }: TotalsProps) {
  return (
    <section aria-label="Sums" className="mb-4 rounded-lg border bg-surface px-4 py-3">
      <Sums noun={noun} totals={totals} />
    </section>
  );
}

/** One line that unfolds: on a phone all sums are taller than what is left for the rows. */
function FoldedTotals({ noun, inDays, totals }: TotalsProps) {
  const { count, isExact, net } = totals ?? {};
  return (
    <details aria-label="Sums" className="group mb-4 rounded-lg border bg-surface">
      <summary className="flex min-h-10 list-none items-center justify-between gap-3 px-4 py-1.5">
        <span>
          {countText(count, isExact)} {nounOf(noun, count, isExact)}
          {inDays ? <span className="block text-13 text-muted"> {inDays}</span> : null}
        </span>
        <span className="inline-flex items-center gap-2">
          {isExact === false || net === null ? 'Sums' : <>Net {amountOf(net)}</>}
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-muted group-open:rotate-180 motion-safe:transition-transform"
          />
        </span>
      </summary>
      <div className="border-t px-4 py-3">
        <Sums noun={noun} totals={totals} />
      </div>
    </details>
  );
}

function Sums({ noun, totals }: TotalsProps) {
  const { count, isExact, credits, debits, fees, net } = totals ?? {};
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Sum label={noun}>{countText(count, isExact)}</Sum>
        {isExact === false ? null : (
          <>
            <Sum label="In">{amountOf(credits)}</Sum>
            <Sum label="Out">{amountOf(debits)}</Sum>
            {fees === null ? null : <Sum label="Fees">{amountOf(fees)}</Sum>}
            {net === null ? null : <Sum label="Net">{amountOf(net)}</Sum>}
          </>
        )}
      </dl>
      <p className="mt-1 text-13 text-muted">
        {isExact === false ? 'Too many to add up. Narrow the days or the filters.' : noteOf(totals)}
      </p>
    </>
  );
}

/** The daily figures count all that failed, whatever became of it. */
function noteOfFailed(leftOut: number | null | undefined): string {
  if (leftOut === null) {
    return 'Sums of what failed, also if it was paid after all or is being checked.';
  }
  const left = leftOut
    ? `; ${leftOut.toLocaleString('en-US')} left out: paid after all, or being checked`
    : '';
  return `Sums of what failed: none of it is on an account${left}.`;
}

function noteOf(totals: TransactionTotals | undefined): string {
  const { leftOut, ownFees, sumsOf } = totals ?? {};
  if (sumsOf === 'failed') return noteOfFailed(leftOut);
  if (sumsOf === 'pending') return 'Sums of what is pending: it may still fail.';
  const left = leftOut
    ? `; ${leftOut.toLocaleString('en-US')} left out: reversals and what they took back, advances, repayments and transfers`
    : '';
  const own = ownFees
    ? ` ${formatUgx(ownFees)} of the fees were charged separately and are in Out too.`
    : '';
  return `Sums of what is completed${left}.${own}`;
}

function nounOf(noun: string, count: number | undefined, isExact: boolean | undefined): string {
  const nouns = noun.toLowerCase();
  return count === 1 && isExact ? nouns.replace(/s$/, '') : nouns;
}

/** A skeleton until it is known. */
export function countText(count: number | undefined, isExact: boolean | undefined): ReactNode {
  if (count === undefined) return <Skeleton className="h-5 w-16" />;
  return (
    <span className="tabular font-medium">
      {`${isExact ? '' : 'at least '}${count.toLocaleString('en-US')}`}
    </span>
  );
}

/** A skeleton until it is known. */
export function amountOf(amount: number | null | undefined): ReactNode {
  if (amount === undefined || amount === null) return <Skeleton className="h-5 w-24" />;
  return <Money amount={amount} className="font-medium" />;
}

/** One of a `dl`. */
export function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
