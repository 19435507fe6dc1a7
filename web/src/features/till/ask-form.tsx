import { askBody, tillCalls, type SoldProduct, type TillRequest } from '@sente/contract/till';
import { networkNames, networkWords } from '@sente/contract/payments';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { newId } from '../../lib/new-id.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { NumberPad } from './number-pad.tsx';
import { byDevice, patiently, useSending } from './till-calls.ts';

/** What somebody pays for: one of the two. */
export type Wish =
  | { readonly product: SoldProduct; readonly amount?: never }
  | { readonly amount: number; readonly product?: never };

interface AskFormProps {
  wish: Wish;
  onAsked: (request: TillRequest) => void;
  onBack: () => void;
}

const networkOptions = [
  { value: '', label: 'By the number' },
  ...networkNames.map((value) => ({ value, label: networkWords[value] })),
];

/** Asks a phone, of an amount or for a product. */
export function AskForm({ wish, onAsked, onBack }: AskFormProps) {
  const { product } = wish;
  const [phoneNumber, setPhoneNumber] = useState('');
  const [network, setNetwork] = useState('');
  const { errors, failure, isBusy, send } = useSending(askBody, 'The phone was not asked');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // It is in the step before, so what is wrong with it is told here.
  const problem = failure ?? errors['price'] ?? errors['amount'] ?? errors['productId'];

  function submit(event: FormEvent): void {
    event.preventDefault();
    const asked = {
      phoneNumber,
      network: network || null,
      ...(product ? { productId: product.id, price: product.price } : { amount: wish.amount }),
    };
    void send({ ...asked, idempotencyKey: keyOf(JSON.stringify(asked)) }, async (body) => {
      const { data } = await patiently((signal) =>
        call(tillCalls.ask, { body, signal, ...byDevice }),
      );
      sessionStorage.removeItem(unansweredIn);
      onAsked(data);
    });
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
        onChange={({ target }) => setPhoneNumber(target.value)}
        error={errors['phoneNumber']}
      />
      <NumberPad value={phoneNumber} onChange={setPhoneNumber} />
      <NetworkChoice value={network} onChange={setNetwork} />
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

const unansweredIn = 'till.unanswered';

/**
 * The same for the same wish until it was answered, also after Back and a reload: asked again on a bad line, the phone is
 * asked once.
 */
function keyOf(wish: string): string {
  const [before, kept] = (sessionStorage.getItem(unansweredIn) ?? '').split('\n');
  if (before === wish && kept) return kept;
  const key = newId();
  sessionStorage.setItem(unansweredIn, `${wish}\n${key}`);
  return key;
}
