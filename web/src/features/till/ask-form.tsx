import { networkNames, networkWords } from '@sente/contract/payments';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { NumberPad } from './number-pad.tsx';
import { RepeatDoubt } from './repeat-doubt.tsx';
import { useAsking, type Asking, type OnAsked } from './use-asking.ts';

interface AskFormProps {
  asking: Asking;
  onChange: (changes: Partial<Omit<Asking, 'wish'>>) => void;
  onAsked: OnAsked;
  /** To correct the amount. */
  onBack: () => void;
  /** To the next customer. */
  onLeave: () => void;
}

const networkOptions = [
  { value: '', label: 'By the number' },
  ...networkNames.map((value) => ({ value, label: networkWords[value] })),
];

/** Asks a phone, of an amount or for a product. */
export function AskForm({ asking, onChange, onAsked, onBack, onLeave }: AskFormProps) {
  const { wish, phoneNumber, network } = asking;
  const { product } = wish;
  const { errors, problem, doubtOf, isBusy, ask } = useAsking(onAsked);
  const doubt = doubtOf(asking);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    ask(asking);
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={product ? 'Sell a product' : 'Ask for a payment'}
      className="grid gap-3 rounded-lg border bg-surface p-4"
    >
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-2xl font-semibold">
            <Money amount={product ? product.price : wish.amount} />
          </p>
          {product ? <p className="wrap-anywhere text-muted">{product.productName}</p> : null}
        </div>
        <Button size="lg" icon={<ArrowLeft />} onClick={onBack}>
          Back
        </Button>
      </div>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      <TextField
        ref={field}
        label="Phone Number"
        isLarge
        required
        type="tel"
        inputMode="none"
        autoComplete="off"
        placeholder="0772 123 456"
        value={phoneNumber}
        onChange={({ target }) => onChange({ phoneNumber: target.value })}
        error={errors['phoneNumber']}
      />
      <NumberPad value={phoneNumber} onChange={(typed) => onChange({ phoneNumber: typed })} />
      <NetworkChoice value={network} onChange={(chosen) => onChange({ network: chosen })} />
      {doubt ? (
        <RepeatDoubt
          doubt={doubt}
          isBusy={isBusy}
          onAsk={() => ask(asking, true)}
          onLeave={onLeave}
        />
      ) : (
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          busy={isBusy}
          busyLabel="Asking..."
        >
          {product ? 'Sell' : 'Ask for Payment'}
        </Button>
      )}
    </form>
  );
}

function NetworkChoice(props: { value: string; onChange: (value: string) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Network</legend>
      <div className="grid grid-cols-3 gap-2">
        {networkOptions.map(({ value, label }) => (
          <label
            key={value}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-lg border px-2 py-1 text-center text-sm font-medium hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="network"
              value={value}
              checked={props.value === value}
              onChange={() => props.onChange(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
