import type { Mode } from '@sente/contract/test-mode';
import type { SoldProduct } from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { paymentAmount } from '@sente/contract/payments';
import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as z from 'zod/mini';
import { amountToCheck, groupDigits } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Money } from '../../ui/money.tsx';
import { AskForm } from './ask-form.tsx';
import { AskedPayment } from './asked-payment.tsx';
import { CheckForm } from './check-form.tsx';
import { NumberPad } from './number-pad.tsx';
import { wishOf, type Taking } from './use-taking.ts';

interface TakePaymentProps {
  taking: Taking;
  products: readonly SoldProduct[];
  /** As the feed has them now. */
  payments: readonly TillPayment[];
  tillName: string;
  mode: Mode;
}

/** What for, then whose phone, and then it stays with the request until it is paid or not. */
export function TakePayment({ taking, products, payments, tillName, mode }: TakePaymentProps) {
  const { step, draft, askings, asked: onAsked, change, choose } = taking;
  if (step?.at === 'check') {
    return (
      <CheckForm
        mode={mode}
        reference={draft.reference}
        onChange={(reference) => change({ reference })}
        checked={taking.checked}
        onChecked={taking.setChecked}
        onBack={taking.back}
      />
    );
  }
  if (step?.at === 'asked') {
    const asked = { ...step.asked, ...payments.find(({ id }) => id === step.asked.id) };
    const wish = wishOf(asked, products);
    const asking = askings.get(asked.id) ?? null;
    const again = wish && { asking, onAsked, onType: () => choose(wish) };
    return <AskedPayment asked={asked} tillName={tillName} again={again} onNext={taking.next} />;
  }
  if (step) {
    const asking = { wish: step.wish, phoneNumber: draft.phoneNumber, network: draft.network };
    const ways = { onBack: taking.back, onLeave: taking.next };
    return <AskForm asking={asking} onChange={change} onAsked={onAsked} {...ways} />;
  }
  return (
    <div className="grid gap-5">
      {products.length > 0 ? (
        <section aria-label="Sell a product">
          <h2 className="mb-2 text-base">Sell</h2>
          <ul className="grid max-h-96 auto-rows-fr grid-cols-2 gap-2 overflow-y-auto">
            {products.map((product) => (
              <li key={product.id}>
                <ProductButton product={product} onChoose={() => choose({ product })} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <AmountForm amount={draft.amount} onChange={taking.typeAmount} onAmount={choose} />
      <CheckButton onPress={taking.check} />
    </div>
  );
}

function CheckButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-full items-center gap-4 rounded-lg border bg-surface px-4 py-3 text-left hover:bg-surface-hover"
    >
      <MessageSquareText aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <span>
        <span className="block font-medium">Check SMS</span>
        <span className="block text-13 text-muted">
          A customer shows a message that they paid: see whether the money came to us.
        </span>
      </span>
    </button>
  );
}

function ProductButton({ product, onChoose }: { product: SoldProduct; onChoose: () => void }) {
  const { productName, price, isSoldOut, stock } = product;
  return (
    <button
      type="button"
      disabled={isSoldOut}
      onClick={onChoose}
      className="flex size-full min-h-22 touch-manipulation flex-col items-start justify-between gap-1 rounded-lg border bg-surface px-4 py-3 text-left hover:not-disabled:border-accent hover:not-disabled:bg-accent-soft disabled:bg-surface-sunken disabled:text-muted"
    >
      <span className="font-medium wrap-anywhere">{productName}</span>
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-lg font-semibold">
          <Money amount={price} />
        </span>
        <span className="text-13 text-muted">
          {isSoldOut ? 'Sold out' : stock && `${stock.toLocaleString('en-US')} left`}
        </span>
      </span>
    </button>
  );
}

const nothingTyped = 'Enter an amount, or choose a product';

function AmountForm(props: {
  amount: string;
  onChange: (amount: string) => void;
  onAmount: (wish: { amount: number }) => void;
}) {
  const { amount, onChange, onAmount } = props;
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // For a real keyboard; inputMode none opens none on the screen.
  useEffect(() => field.current?.focus(), []);
  const change = (typed: string) => {
    setError(undefined);
    onChange(typed);
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (amount.trim() === '') return setError(nothingTyped);
    const parsed = z.safeParse(paymentAmount, amountToCheck(amount));
    if (parsed.success) return onAmount({ amount: parsed.data });
    return setError(parsed.error.issues[0]?.message);
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Ask for an amount"
      className="grid gap-3 rounded-lg border bg-surface p-4"
    >
      <h2 className="text-base">Ask for an amount</h2>
      <MoneyField
        ref={field}
        label="Amount"
        hideLabel
        isLarge
        required
        placeholder="0"
        inputMode="none"
        value={amount}
        onChange={({ target }) => change(target.value)}
        error={error}
      />
      <NumberPad
        hasThousands
        value={amount}
        onChange={(typed) => change(groupDigits(typed, typed.length).text)}
      />
      <Button type="submit" variant="primary" size="lg" fullWidth>
        Continue
      </Button>
    </form>
  );
}
