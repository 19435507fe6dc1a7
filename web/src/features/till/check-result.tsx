import { doubtOf, type MessageDoubt, type MessageFacts } from '@sente/contract/message-reference';
import { formatUgx } from '@sente/contract/money';
import type { ReferenceCheck } from '@sente/contract/till';
import { CircleCheck, CircleHelp, CircleX, TriangleAlert, Undo2 } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { Money } from '../../ui/money.tsx';
import { isShownTwice, isTakenBefore, warningsOf } from './check-warnings.ts';
import { adviceOf, sourceOf } from './payment-feed.tsx';

export interface Checked {
  readonly said: MessageFacts & { readonly reference: string };
  /** The message, if no reference was recognized in it. */
  readonly unread: string | null;
  readonly found: ReferenceCheck;
}

const noReference =
  'No transaction reference was recognized in this message. Hand nothing out. Enter the reference alone.';
/** A longer message is cut where it is shown. */
const longestShown = 120;
const oneSale = 'One payment is for one sale. Hand nothing out, unless this is the same sale.';
/** Instead of the text of a doubtful one. */
const handedOut = 'The money came to us. Hand out nothing more.';

const answers = {
  paid: {
    title: 'Paid to us',
    text: null,
    Icon: CircleCheck,
    look: 'border-success-line bg-success-soft',
    ink: 'text-success-text',
  },
  /** With the title of its first warning. */
  doubtful: {
    title: null,
    text: 'The money came to us. Make sure that it is for this sale before you hand anything out.',
    Icon: TriangleAlert,
    look: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
  },
  /** With the title and the advice of what is checked. */
  checking: {
    title: null,
    text: null,
    Icon: TriangleAlert,
    look: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
  },
  /** With the title of its first warning: who has seen it, where and when. */
  'shown-before': {
    title: null,
    text: oneSale,
    Icon: CircleX,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
  'not-as-said': {
    title: 'Not what the message says',
    text: 'Somebody may have changed it. Hand nothing out.',
    Icon: CircleX,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
  'somebody-else': {
    title: 'Paid to somebody else',
    text: 'The message is of a payment, but the money did not come to us. Hand nothing out.',
    Icon: CircleX,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
  'not-found': {
    title: 'Not found',
    text: 'Hand nothing out. Read the reference again; if it was paid this minute, check again in a moment.',
    Icon: CircleHelp,
    look: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
  },
  reversed: {
    title: 'Reversed',
    text: 'It was paid to us, and the money went back. Hand nothing out.',
    Icon: Undo2,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
};

/** What a cashier goes by at a glance: green is only a payment to which no warning applies. */
export function CheckResult({ found: { answer, payment }, said, unread }: Checked) {
  const isPaid = payment !== null && answer === 'paid';
  const doubt = isPaid ? doubtOf(said, payment) : null;
  const warnings = payment ? warningsOf(payment, said) : [];
  const [first] = warnings;
  const isDoubtful = isPaid && doubt === null && first !== undefined;
  const kind = doubt ? 'not-as-said' : isDoubtful ? lookOfDoubtful(payment) : answer;
  const { Icon, look, ink, ...rest } = answers[kind];
  const plainText = answer === 'not-found' && unread !== null ? noReference : rest.text;
  const text = payment && isDoubtful ? textOfDoubtful(payment, plainText) : plainText;
  const title = isDoubtful ? first.title : rest.title;
  // The first warning is not said twice, in the title and below it.
  const [firstLine, ...others] = warnings.map((warning) => warning.text);
  const lines = [
    ...(doubt && payment ? doubtLines(doubt, payment) : []),
    isDoubtful ? first.detail : firstLine,
    ...others,
  ].filter((line) => typeof line === 'string');
  return (
    <div role="status" aria-label="Result" className={cn('rounded-lg border p-5', look)}>
      <h2 className={cn('flex items-center gap-2 text-xl', ink)}>
        <Icon aria-hidden="true" className="size-6 shrink-0" /> {title}
      </h2>
      {lines.length > 0 ? (
        <ul className={cn('mt-2 grid gap-1 font-semibold', ink)}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {payment ? (
        <>
          <p className="mt-2 text-2xl font-semibold">
            <Money amount={payment.amount} isVoid={answer === 'reversed'} />
          </p>
          <p className="mt-0.5">{sourceOf({ ...payment, productName: null })}</p>
          <p className="tabular mt-0.5">{formatShortTime(payment.at)}</p>
        </>
      ) : null}
      {text ? <p className="mt-2">{text}</p> : null}
      <p className="mt-3 font-mono text-13 wrap-anywhere text-muted">
        {unread === null ? said.reference : shortened(unread)}
      </p>
    </div>
  );
}

function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown).trimEnd()}…` : text;
}

type CheckedPayment = NonNullable<ReferenceCheck['payment']>;

function lookOfDoubtful(payment: CheckedPayment): keyof typeof answers {
  if (payment.check?.state === 'open') return 'checking';
  return isShownTwice(payment) ? 'shown-before' : 'doubtful';
}

/** What the cashier does. */
function textOfDoubtful(payment: CheckedPayment, text: string | null): string | null {
  if (payment.check?.state === 'open') return adviceOf({ ...payment, status: 'SUCCESS' });
  if (payment.soldProduct) return handedOut;
  return isTakenBefore(payment) ? oneSale : text;
}

function doubtLines(
  doubt: MessageDoubt,
  { amount, lastDigits }: CheckedPayment,
): readonly (string | false)[] {
  const { sender } = doubt;
  return [
    doubt.amount !== null &&
      `The message says ${formatUgx(doubt.amount)}, but ${formatUgx(amount)} was paid`,
    sender !== null &&
      `The message says that …${sender.slice(-lastDigits.length)} paid, but …${lastDigits} did`,
  ];
}
