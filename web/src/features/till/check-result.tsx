import type { MessageFacts } from '@sente/contract/message-reference';
import { formatUgx } from '@sente/contract/money';
import type { ReferenceCheck } from '@sente/contract/till';
import { CircleCheck, CircleHelp, CircleX, TriangleAlert, Undo2 } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { Money } from '../../ui/money.tsx';
import { sourceOf } from './payment-feed.tsx';

export interface Checked {
  reference: string;
  found: ReferenceCheck;
  said: MessageFacts;
}

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
  'not-as-said': {
    title: 'Not what the message says',
    text: null,
    Icon: CircleHelp,
    look: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
  },
  'somebody-else': {
    title: 'Paid to somebody else',
    text: 'The message is of a payment, but the money did not come to us.',
    Icon: CircleX,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
  'not-found': {
    title: 'Not found',
    text: 'Read the reference again. If it was paid this minute, check again in a moment.',
    Icon: CircleHelp,
    look: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
  },
  reversed: {
    title: 'Reversed',
    text: 'It was paid to us, and the money went back.',
    Icon: Undo2,
    look: 'border-danger-line bg-danger-soft',
    ink: 'text-danger-text',
  },
};

/** What a cashier goes by at a glance: green is only a payment to which no warning applies. */
export function CheckResult({ reference, found, said }: Checked) {
  const { answer, payment } = found;
  const isPaid = payment !== null && answer === 'paid';
  const doubt = isPaid ? doubtOf(said, payment) : null;
  const warnings = payment ? warningsOf(payment) : [];
  const [first] = warnings;
  const shown =
    isPaid && !doubt && first
      ? { ...answers.doubtful, title: first.title }
      : answers[doubt ? 'not-as-said' : answer];
  const { title, text, Icon, look, ink } = shown;
  return (
    <div role="status" aria-label="Result" className={cn('rounded-lg border p-5', look)}>
      <h2 className={cn('flex items-center gap-2 text-xl', ink)}>
        <Icon aria-hidden="true" className="size-6 shrink-0" /> {title}
      </h2>
      {warnings.length > 0 ? (
        <ul className="mt-2 grid gap-1 font-semibold text-warning-text">
          {warnings.map((warning) => (
            <li key={warning.title}>{warning.text}</li>
          ))}
        </ul>
      ) : null}
      {doubt ? <p className="mt-2">{doubt}. The payment with this reference:</p> : null}
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
      <p className="mt-3 font-mono text-13 break-all text-muted">{reference}</p>
    </div>
  );
}

type CheckedPayment = NonNullable<ReferenceCheck['payment']>;

/** A message can be changed before it is shown, with the reference of a payment that is true. */
function doubtOf(said: MessageFacts, { amount, lastDigits }: CheckedPayment): string | null {
  const [first] = said.amounts;
  const isOtherAmount = first !== undefined && !said.amounts.includes(amount);
  const isOtherSender = said.sender !== null && !said.sender.endsWith(lastDigits);
  if (!isOtherAmount && !isOtherSender) return null;
  return [
    'The message says',
    isOtherAmount && formatUgx(first),
    isOtherSender && `from …${said.sender.slice(-lastDigits.length)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface Warning {
  /** Above the whole answer, if it is the first. */
  readonly title: string;
  readonly text: string;
}

/** Why a payment to us may still not be for what is on the counter; what costs most first. */
function warningsOf(payment: CheckedPayment): readonly Warning[] {
  const { amount, refunded, at, checkedAt, isEarlier, isOtherAccount } = payment;
  const { isOfTill = false, soldProduct = null } = payment;
  return [
    checkedAt !== null && {
      title: 'Already shown at a till',
      text: `Shown at a till before, ${formatShortTime(checkedAt)}`,
    },
    refunded > 0 &&
      refunded < amount && {
        title: 'Given back in part',
        text: `${formatUgx(refunded)} of it was given back`,
      },
    soldProduct !== null && {
      title: 'Its voucher was handed out',
      text: `It paid for ${soldProduct}, whose voucher was handed out`,
    },
    isOfTill &&
      soldProduct === null && {
        title: 'Already taken at a till',
        text: 'A till asked for it and has shown that it was paid',
      },
    isOtherAccount && {
      title: 'Paid into another account',
      text: 'Paid into another account of the company',
    },
    isEarlier && {
      title: 'Paid before this shift',
      text: `Paid before this shift began, ${formatShortTime(at)}`,
    },
  ].filter((warning) => warning !== false);
}
