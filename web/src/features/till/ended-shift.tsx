import type { EndedShift } from '@sente/contract/till';
import { Printer } from 'lucide-react';
import { formatSeconds, formatShortTime } from '../../lib/dates.ts';
import { shiftKindWords } from '../../lib/till-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { sourceOf } from './payment-feed.tsx';

interface EndedShiftSheetProps {
  shift: EndedShift;
  onDone: () => void;
}

/** The sum and the list, to be read and printed. Gone from the screen with Done. */
export function EndedShiftSheet({ shift, onDone }: EndedShiftSheetProps) {
  const { sum } = shift;
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-xl px-4 py-6 print:max-w-none">
      <p className="text-muted">
        {shift.companyName} · {shift.tillName}
      </p>
      <h1 className="mt-1 text-2xl leading-8">Shift of {shift.cashierName}</h1>
      <p className="tabular mt-1 text-muted">
        {formatShortTime(shift.openedAt)} to {formatShortTime(shift.endedAt)}
      </p>
      <section
        aria-label="Sum"
        className="mt-5 rounded-lg border bg-surface p-5 print:border-0 print:p-0"
      >
        <p className="text-3xl font-semibold">
          <Money amount={sum.amount} />
        </p>
        <p className="text-muted">{countText(sum.count)}, before fees</p>
        <dl className="mt-4 divide-y">
          {sum.byKind.map(({ kind, ...part }) => (
            <SumLine key={kind} label={shiftKindWords[kind]} {...part} />
          ))}
          {sum.byNetwork.map(({ network, ...part }) => (
            <SumLine key={network} label={network} {...part} />
          ))}
          {sum.reversed.count > 0 ? (
            <SumLine label="Reversed, not in the sum" {...sum.reversed} />
          ) : null}
        </dl>
      </section>
      <div data-print="hide" className="mt-4 grid gap-2 sm:grid-cols-2">
        <Button icon={<Printer />} size="lg" onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="primary" size="lg" onClick={onDone}>
          Done
        </Button>
      </div>
      {shift.payments.length > 0 ? (
        <ol aria-label="Payments" className="mt-5 divide-y rounded-lg border bg-surface">
          {shift.payments.map((payment) => (
            <li key={payment.id} className="flex justify-between gap-3 px-4 py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="tabular">{formatSeconds(payment.at)}</span>{' '}
                <span className="text-muted">{sourceOf(payment)}</span>
              </span>
              <Money amount={payment.amount} isVoid={payment.state === 'reversed'} />
            </li>
          ))}
        </ol>
      ) : null}
    </main>
  );
}

function SumLine(props: { label: string; count: number; amount: number }) {
  const { label, count, amount } = props;
  return (
    <div className="flex items-baseline justify-between gap-3 py-2">
      <dt>
        {label} <span className="text-13 text-muted">{countText(count)}</span>
      </dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`;
}
