import { checkText, otherAmountNote } from '@sente/contract/payment-check';
import { networkWord } from '@sente/contract/payments';
import type { EndedShift } from '@sente/contract/till';
import { formatUgx } from '@sente/contract/money';
import type { ShiftSheet as Sheet, TillPayment } from '@sente/contract/tills';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatSeconds, formatShortTime } from '../../lib/dates.ts';
import { shiftKindWords, takingsOf } from '../../lib/till-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { refundedText, shownState, sourceOf } from './payment-feed.tsx';
import { askerNote, lateNote } from './payment-notes.ts';
import { TillTestBar } from './till-frame.tsx';

interface EndedShiftSheetProps {
  shift: EndedShift;
  onDone: () => void;
}

/** Gone from the screen with Done. */
export function EndedShiftSheet({ shift, onDone }: EndedShiftSheetProps) {
  return (
    <>
      <TillTestBar mode={shift.mode} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-xl px-4 py-6 print:max-w-none">
        <p className="text-muted">
          {shift.companyName} · {shift.tillName}
        </p>
        <h1 className="mt-1 text-2xl leading-8">Shift of {shift.cashierName}</h1>
        <p className="tabular mt-1 mb-5 text-muted">{timesOf(shift)}</p>
        {shift.waiting && shift.waiting.length > 0 ? (
          <Banner tone="warning" className="mb-4" title="Not paid yet">
            {waitingText(shift.waiting)}
          </Banner>
        ) : null}
        {shift.checking && shift.checking.length > 0 ? (
          <Banner tone="warning" className="mb-4" title="Being checked">
            {checkingText(shift.checking)}
          </Banner>
        ) : null}
        <ShiftSheet
          shift={shift}
          actions={
            <div data-print="hide" className="mt-4 grid gap-2 sm:grid-cols-2">
              <Button icon={<Printer />} size="lg" onClick={() => window.print()}>
                Print
              </Button>
              <Button variant="primary" size="lg" onClick={onDone}>
                Done
              </Button>
            </div>
          }
        />
      </main>
    </>
  );
}

/** Of requests that are not decided when a shift ends. */
export function waitingText(waiting: readonly TillPayment[]): string {
  const what =
    waiting.length === 1 ? 'This request waits' : `These ${waiting.length} requests wait`;
  return `${what} for the phone: ${listed(waiting)}. What is paid later counts for this shift.`;
}

/** Of requests that are not paid by the books, while the network may have been paid. */
export function checkingText(checking: readonly TillPayment[]): string {
  const [what, they] =
    checking.length === 1
      ? ['This request is', 'It']
      : [`These ${checking.length} requests are`, 'They'];
  return `${what} being checked: ${listed(checking)}. ${they} may have been paid. The provider decides, and what was paid then counts for this shift.`;
}

function listed(payments: readonly TillPayment[]): string {
  return payments
    .map((payment) => `${formatUgx(payment.amount)} (${sourceOf(payment)})`)
    .join(', ');
}

export function timesOf({ openedAt, endedAt }: Pick<Sheet, 'openedAt' | 'endedAt'>): string {
  return `${formatShortTime(openedAt)} ${endedAt ? `to ${formatShortTime(endedAt)}` : 'until now'}`;
}

interface ShiftSheetProps {
  shift: Pick<Sheet, 'sum' | 'payments'>;
  /** Between the sum and the list. */
  actions?: ReactNode;
}

/** The sum and the list of a shift, to be read and printed, at the till and in the portal. */
export function ShiftSheet({ shift, actions }: ShiftSheetProps) {
  const { sum } = shift;
  const { own, other } = takingsOf(sum);
  return (
    <>
      <section
        aria-label="Sum"
        className="rounded-lg border bg-surface p-5 print:border-0 print:p-0"
      >
        <p className="text-13 text-muted">Taken by this till</p>
        <p className="text-3xl font-semibold">
          <Money amount={own.amount} />
        </p>
        <p className="text-muted">{countText(own.count)}, before fees</p>
        <dl className="mt-4 divide-y">
          {sum.byKind.map(({ kind, ...part }) => (
            <SumLine key={kind} label={shiftKindWords[kind]} {...part} />
          ))}
          {other.count > 0 ? (
            <SumLine isSum label="Altogether" count={sum.count} amount={sum.amount} />
          ) : null}
          {sum.reversed.count > 0 ? (
            <SumLine label="Reversed, not in the sum" {...sum.reversed} />
          ) : null}
          {sum.refunded && sum.refunded.count > 0 ? (
            <SumLine label="Refunded in part, not in the sum" {...sum.refunded} />
          ) : null}
        </dl>
        <ByNetwork networks={sum.byNetwork} />
      </section>
      {actions}
      <Payments
        title="Taken by the till"
        payments={shift.payments.filter(({ kind }) => kind !== 'other')}
      />
      <Payments
        title={shiftKindWords.other}
        payments={shift.payments.filter(({ kind }) => kind === 'other')}
      />
    </>
  );
}

/** The same money once more: without a heading it reads as more of it. */
function ByNetwork({ networks }: { networks: Sheet['sum']['byNetwork'] }) {
  if (networks.length === 0) return null;
  return (
    <>
      <h2 className="mt-5 text-sm">By network</h2>
      <dl className="divide-y">
        {networks.map(({ network, ...part }) => (
          <SumLine key={network} label={networkWord(network)} {...part} />
        ))}
      </dl>
    </>
  );
}

function Payments({ title, payments }: { title: string; payments: Sheet['payments'] }) {
  if (payments.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="mb-2 text-sm">{title}</h2>
      <ol aria-label={title} className="divide-y rounded-lg border bg-surface">
        {payments.map((payment) => (
          <li key={payment.id} className="flex justify-between gap-3 px-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="tabular">{formatSeconds(payment.at)}</span>{' '}
              <span className="text-muted">{sourceOf(payment)}</span>
              {[askerNote(payment), otherAmountNote(payment.check), lateNote(payment)].map((note) =>
                note ? (
                  <span key={note} className="block text-13 text-muted">
                    {note}
                  </span>
                ) : null,
              )}
              {payment.refunded ? (
                <span className="block text-13 text-danger-text">
                  {refundedText(payment.refunded)}
                </span>
              ) : null}
              {shownState(payment) === 'checking' ? (
                <span className="block text-13 text-warning-text">{checkText(payment)}</span>
              ) : null}
            </span>
            <Money amount={payment.amount} isVoid={payment.state === 'reversed'} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SumLine(props: { label: string; count: number; amount: number; isSum?: boolean }) {
  const { label, count, amount, isSum = false } = props;
  return (
    <div className={cn('flex items-baseline justify-between gap-3 py-2', isSum && 'font-semibold')}>
      <dt>
        {label} <span className="text-13 font-normal text-muted">{countText(count)}</span>
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
