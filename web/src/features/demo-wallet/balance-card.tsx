import { ArrowDownLeft, ArrowUpRight, Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { owner } from './sample-data.ts';

export interface BalanceVisibility {
  readonly isHidden: boolean;
  readonly setIsHidden: (isHidden: boolean) => void;
}

interface BalanceCardProps extends BalanceVisibility {
  balanceUgx: number;
  /** Over the last 30 days. */
  incomeUgx: number;
  expenseUgx: number;
}

export function BalanceCard(props: BalanceCardProps) {
  const { balanceUgx, incomeUgx, expenseUgx, isHidden, setIsHidden } = props;
  return (
    <section
      aria-labelledby="wallet-balance"
      className="relative isolate overflow-hidden flex flex-1 flex-col rounded-2xl bg-linear-to-br from-accent to-accent-hover p-5 text-on-accent sm:p-6"
    >
      <CardPattern />
      <div className="flex items-center justify-between gap-4">
        <h2 id="wallet-balance" className="text-sm font-medium tracking-normal">
          Available balance
        </h2>
        <button
          type="button"
          onClick={() => setIsHidden(!isHidden)}
          className="-my-1 -mr-2 inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-13 font-medium hover:bg-accent-hover focus-visible:outline-on-accent [&_svg]:size-4"
        >
          {isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isHidden ? 'Show balance' : 'Hide balance'}
        </button>
      </div>
      <p
        aria-live="polite"
        className="tabular mt-3 text-4xl font-semibold tracking-tight sm:text-5xl"
      >
        <span className="text-lg font-medium tracking-normal sm:text-xl">UGX</span>{' '}
        <Figure isHidden={isHidden} dots={7}>
          {formatAmount(balanceUgx)}
        </Figure>
      </p>
      <div className="mt-auto flex flex-wrap items-end pt-7 justify-between gap-x-8 gap-y-4">
        <dl className="flex gap-8 text-13">
          <Flow icon={<ArrowDownLeft />} label="In, 30 days">
            <Figure isHidden={isHidden} dots={5}>
              {formatAmount(incomeUgx)}
            </Figure>
          </Flow>
          <Flow icon={<ArrowUpRight />} label="Out, 30 days">
            <Figure isHidden={isHidden} dots={5}>
              {formatAmount(expenseUgx)}
            </Figure>
          </Flow>
        </dl>
        <p className="text-13">
          {owner.name}{' '}
          <span className="tabular ml-2 tracking-wider">
            <span aria-hidden="true">•••• </span>
            <span className="sr-only">wallet ending in </span>
            {owner.lastDigits}
          </span>
        </p>
      </div>
    </section>
  );
}

function Flow({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 [&_svg]:size-3.5">
        <span aria-hidden="true">{icon}</span>
        {label}
      </dt>
      <dd className="tabular mt-0.5 text-base font-semibold">{children}</dd>
    </div>
  );
}

interface FigureProps {
  isHidden: boolean;
  /** A fixed number of dots, so that the size of the amount stays hidden. */
  dots: number;
  children: string;
}

function Figure({ isHidden, dots, children }: FigureProps) {
  if (!isHidden) return children;
  return (
    <>
      <span aria-hidden="true">{'•'.repeat(dots)}</span>
      <span className="sr-only">hidden</span>
    </>
  );
}

/** Fine lines like those of a banknote. */
function CardPattern() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 240"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-0 -z-10 size-full fill-none stroke-on-accent opacity-15"
    >
      {Array.from({ length: 11 }, (_, index) => (
        <circle key={index} cx="372" cy="28" r={24 + index * 22} strokeWidth="0.75" />
      ))}
    </svg>
  );
}
