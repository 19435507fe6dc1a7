import { askBody, tillCalls, type SoldProduct, type TillRequest } from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { formatUgx } from '@sente/contract/money';
import { networkNames, networkWords } from '@sente/contract/payments';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { newId } from '../../lib/new-id.ts';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { AskedPayment } from './asked-payment.tsx';
import { byDevice, patiently, useSending } from './till-calls.ts';

interface AskFormProps {
  /** Empty: an amount is asked for. */
  products?: readonly SoldProduct[];
  /** Of the feed, which says what became of it. */
  payments: readonly TillPayment[];
  tillName: string;
}

const networkOptions = [
  { value: '', label: 'By the number' },
  ...networkNames.map((value) => ({ value, label: networkWords[value] })),
];

/** Asks a phone, of an amount or for a product, and stays with it until it is paid or not. */
export function AskForm({ products, payments, tillName }: AskFormProps) {
  const [asked, setAsked] = useState<TillRequest | null>(null);
  if (asked) {
    const now = payments.find(({ id }) => id === asked.id);
    return (
      <AskedPayment
        asked={{ ...asked, ...now }}
        tillName={tillName}
        onNext={() => setAsked(null)}
      />
    );
  }
  return <AskFields products={products} onAsked={setAsked} />;
}

function AskFields(props: {
  products: readonly SoldProduct[] | undefined;
  onAsked: (request: TillRequest) => void;
}) {
  const { products, onAsked } = props;
  const [typed, setTyped] = useState({ amount: '', productId: '', phoneNumber: '', network: '' });
  const { errors, failure, isBusy, send } = useSending(askBody, 'The phone was not asked');
  const key = useKeyOf();
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
    error: errors[name],
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wish = {
      phoneNumber: typed.phoneNumber,
      network: typed.network || null,
      ...(products
        ? { productId: typed.productId || null }
        : { amount: typed.amount.trim() === '' ? null : amountToCheck(typed.amount) }),
    };
    void send({ ...wish, idempotencyKey: key(JSON.stringify(wish)) }, async (body) => {
      onAsked(
        (await patiently((signal) => call(tillCalls.ask, { body, signal, ...byDevice }))).data,
      );
    });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={products ? 'Sell a product' : 'Ask for a payment'}
      className="flex flex-col gap-5 rounded-lg border bg-surface p-5"
    >
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      {products ? (
        <SelectField
          label="Product"
          required
          placeholder="Select a product..."
          options={products.map(({ id, productName, price, isSoldOut }) => ({
            value: id,
            label: `${productName} · ${isSoldOut ? 'sold out' : formatUgx(price)}`,
            disabled: isSoldOut,
          }))}
          {...field('productId')}
          error={errors['productId'] ?? (errors['amount'] && 'Please select a product')}
        />
      ) : (
        <MoneyField label="Amount" required {...field('amount')} />
      )}
      <TextField
        label="Phone Number"
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="0772 123 456"
        {...field('phoneNumber')}
      />
      <SelectField label="Network" options={networkOptions} {...field('network')} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        busy={isBusy}
        busyLabel="Asking..."
      >
        {products ? 'Sell' : 'Ask for Payment'}
      </Button>
    </form>
  );
}

/** The same for the same wish, until it was answered: pressed again on a bad line, the phone is asked once. */
function useKeyOf(): (wish: string) => string {
  const last = useRef({ wish: '', key: '' });
  return (wish) => {
    if (last.current.wish !== wish) last.current = { wish, key: newId() };
    return last.current.key;
  };
}
