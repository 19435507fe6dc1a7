import {
  factsInMessage,
  referenceInMessage,
  type MessageFacts,
} from '@sente/contract/message-reference';
import { formatUgx } from '@sente/contract/money';
import {
  messageMaxLength,
  referenceBody,
  tillCalls,
  type ReferenceCheck,
} from '@sente/contract/till';
import type { Mode } from '@sente/contract/test-mode';
import { ArrowLeft, CircleCheck, CircleX, CircleHelp, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { cn } from '../../lib/cn.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { sourceOf } from './payment-feed.tsx';
import { byDevice, patiently, useSending } from './till-calls.ts';

/** Nobody gets messages there. */
const whereInTest =
  'As Network Reference on the page of a payment, under API Transactions in test mode';

interface CheckFormProps {
  mode: Mode;
  reference: string;
  onChange: (reference: string) => void;
  onBack: () => void;
}

/** A customer shows a message; its reference says whether the money is ours. */
export function CheckForm({ mode, reference, onChange, onBack }: CheckFormProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  /** What a pasted message said, until something else is typed. */
  const [pasted, setPasted] = useState<MessageFacts | null>(null);
  const { errors, failure, isBusy, send } = useSending(referenceBody, 'It could not be checked');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function change(next: string, said: MessageFacts | null): void {
    onChange(next);
    setPasted(said);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(null);
    void send({ reference }, async (body) => {
      const found = (
        await patiently((signal) => call(tillCalls.check, { body, signal, ...byDevice }))
      ).data;
      setChecked({ reference: body.reference, found, said: pasted ?? factsInMessage(reference) });
      // What was not found may be mistyped.
      if (found.answer !== 'not-found') change('', null);
    });
  }

  /** Of a whole message only its reference is left, so that the cashier sees what is checked. */
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    const found = referenceInMessage(text);
    if (found === null) return;
    event.preventDefault();
    change(found, factsInMessage(text));
  }

  return (
    <div className="grid gap-4">
      <form
        noValidate
        onSubmit={submit}
        aria-label="Check a message"
        className="flex flex-col gap-5 rounded-lg border bg-surface p-4"
      >
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-base">Check SMS</h2>
          <Button size="lg" icon={<ArrowLeft />} onClick={onBack}>
            Back
          </Button>
        </div>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        <TextField
          ref={field}
          label="Reference of the Message"
          isLarge
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={messageMaxLength}
          value={reference}
          onPaste={paste}
          onChange={({ target }) => change(target.value, null)}
          error={errors['reference']}
          hint={
            mode === 'test'
              ? whereInTest
              : "The network's transaction id or TID, or paste the whole message"
          }
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          busy={isBusy}
          busyLabel="Checking..."
        >
          Check
        </Button>
      </form>
      {checked ? <CheckResult {...checked} /> : null}
    </div>
  );
}

interface Checked {
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

function CheckResult({ reference, found, said }: Checked) {
  const { answer, payment } = found;
  const doubt = payment && answer === 'paid' ? doubtOf(said, payment) : null;
  const { title, text, Icon, look, ink } = answers[doubt ? 'not-as-said' : answer];
  return (
    <div role="status" aria-label="Result" className={cn('rounded-lg border p-5', look)}>
      <h2 className={cn('flex items-center gap-2 text-xl', ink)}>
        <Icon aria-hidden="true" className="size-6" /> {title}
      </h2>
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
      {payment ? <Warnings payment={payment} /> : null}
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

/** Why a payment to us may still not be for what is on the counter. */
function Warnings({ payment }: { payment: CheckedPayment }) {
  const { amount, refunded, checkedAt, isEarlier, isOtherAccount } = payment;
  const warnings = [
    refunded > 0 && refunded < amount && `UGX ${formatAmount(refunded)} of it was given back`,
    checkedAt && `Shown at a till before, ${formatShortTime(checkedAt)}`,
    isEarlier && 'Paid before this shift',
    isOtherAccount && 'Paid into another account of the company',
  ].filter((text) => typeof text === 'string');
  if (warnings.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 font-semibold text-warning-text">
      {warnings.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
