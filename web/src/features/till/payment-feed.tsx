import { formatUgx } from '@sente/contract/money';
import { checkAdvice, checkNote } from '@sente/contract/payment-check';
import { networkWord } from '@sente/contract/payments';
import type { TillPayment } from '@sente/contract/tills';
import { Smartphone } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { formatSeconds } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { askerNote, cautionOf, whyFailed } from './payment-notes.ts';

interface PaymentFeedProps {
  payments: readonly TillPayment[];
  olderCount: number;
  freshIds: ReadonlySet<string>;
  isLoading: boolean;
  /** A request that waits, or a sale whose voucher is asked for once more. */
  onOpen: (payment: TillPayment) => void;
}

/** What waits, then the newest first. A cashier sees no sum here. */
export function PaymentFeed(props: PaymentFeedProps) {
  const { payments, olderCount, freshIds, isLoading, onOpen } = props;
  if (isLoading) return <SkeletonRows count={4} label="Loading payments" />;
  if (payments.length === 0) {
    return (
      <EmptyState
        className="py-10"
        icon={<Smartphone />}
        title="Nothing paid yet"
        hint="Payments of this shift appear here by themselves."
      />
    );
  }
  return (
    <>
      <ol aria-label="Payments of this shift" className="divide-y rounded-lg border bg-surface">
        {waitingFirst(payments).map((payment) => (
          <FeedRow
            key={payment.id}
            payment={payment}
            isFresh={freshIds.has(payment.id)}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {olderCount > 0 ? (
        <p className="mt-3 text-center text-13 text-muted">
          {olderCount.toLocaleString('en-US')} earlier, in the list at the end of the shift
        </p>
      ) : null}
    </>
  );
}

function waitingFirst(payments: readonly TillPayment[]): readonly TillPayment[] {
  const isWaiting = (payment: TillPayment) => ['waiting', 'checking'].includes(shownState(payment));
  return [...payments.filter(isWaiting), ...payments.filter((each) => !isWaiting(each))];
}

const states = {
  waiting: { label: 'Waiting for the phone', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Not paid', tone: 'danger' },
  reversed: { label: 'Reversed', tone: 'danger' },
  checking: { label: 'Being checked', tone: 'warning' },
} as const;

/** Neither paid nor failed: the provider finds out what the network said. */
export function shownState({ state, check }: Pick<TillPayment, 'state' | 'check'>) {
  return check?.state === 'open' && state !== 'reversed' ? 'checking' : state;
}

/** As the other screens call the state. */
const statusOf = { waiting: 'PENDING', paid: 'SUCCESS', failed: 'FAILED', reversed: 'REVERSED' };

/** What the network said, and what the cashier does meanwhile. */
export function whileChecking(payment: Pick<TillPayment, 'state' | 'network' | 'check'>): string {
  const status = statusOf[payment.state];
  return `${checkNote(payment)}. ${adviceOf({ ...payment, status })}`;
}

/** What the cashier does while it is being checked. */
export function adviceOf(payment: Pick<TillPayment, 'network' | 'check'> & { status: string }) {
  return `Hand nothing out yet. ${checkAdvice({ ...payment, direction: 'collection' })}`;
}

function TillStateBadge({ state }: { state: keyof typeof states }) {
  const { label, tone } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}

interface FeedRowProps extends Pick<PaymentFeedProps, 'onOpen'> {
  payment: TillPayment;
  isFresh: boolean;
}

function FeedRow({ payment, isFresh, onOpen }: FeedRowProps) {
  const { amount, at, kind, productName, refunded = 0 } = payment;
  const state = shownState(payment);
  const [caution, asker] = [cautionOf(payment), askerNote(payment)];
  const reason = whyFailed(payment);
  const isChecked = state === 'checking';
  const isVoid = state === 'failed' || state === 'reversed';
  return (
    <li
      data-fresh={isFresh || undefined}
      className={cn(
        'relative flex items-start justify-between gap-3 px-4 py-3 transition-colors duration-700',
        (state === 'waiting' || isChecked) && 'hover:bg-surface-hover',
        isFresh && 'bg-success-soft motion-safe:animate-fade-in',
      )}
    >
      <div className="min-w-0">
        <p className="text-xl font-semibold">
          <Money amount={amount} isVoid={isVoid} />
        </p>
        <p className="mt-0.5 text-13 wrap-anywhere text-muted">{sourceOf(payment)}</p>
        {asker ? <p className="mt-0.5 text-13 font-medium wrap-anywhere">{asker}</p> : null}
        {caution ? <p className="mt-0.5 text-13 text-warning-text">{caution}</p> : null}
        {refunded > 0 ? (
          <p className="mt-0.5 text-13 text-danger-text">{refundedText(refunded)}</p>
        ) : null}
        {isChecked ? (
          <p className="mt-0.5 text-13 text-warning-text">{whileChecking(payment)}</p>
        ) : reason ? (
          <p className="mt-0.5 text-13 text-danger-text">{reason}</p>
        ) : null}
      </div>
      <div className="shrink-0 text-right">
        <p className="tabular text-sm">{formatSeconds(at)}</p>
        {state === 'paid' ? null : (
          <p className="mt-1">
            <TillStateBadge state={state} />
          </p>
        )}
        {state === 'paid' && kind === 'sold' ? (
          <Button
            size="sm"
            className="mt-1"
            aria-label={`Voucher of ${productName ?? 'the product'}, ${formatSeconds(at)}`}
            onClick={() => onOpen(payment)}
          >
            Voucher
          </Button>
        ) : null}
        {state === 'waiting' || isChecked ? (
          <button
            type="button"
            aria-label={`Show the request of ${formatUgx(amount)}, ${sourceOf(payment)}`}
            onClick={() => onOpen(payment)}
            // The whole row.
            className="absolute inset-0 touch-manipulation"
          />
        ) : null}
      </div>
    </li>
  );
}

/** Of a payment that stays paid. */
export function refundedText(refunded: number): string {
  return `${formatUgx(refunded)} of it was refunded`;
}

/** "…456 · Airtel · Day pass". */
export function sourceOf({
  lastDigits,
  network,
  productName,
}: Pick<TillPayment, 'lastDigits' | 'network' | 'productName'>): string {
  return [`…${lastDigits}`, networkWord(network), productName].filter(Boolean).join(' · ');
}
