import type { SoldProduct } from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { useEffect, useRef, useState } from 'react';
import type { Checked } from './check-result.tsx';
import type { Asking, OnAsked, Wish } from './use-asking.ts';
import { useSteps } from './use-steps.ts';

/** What is typed and not sent yet; it stays while the cashier goes back and forth. */
interface Draft {
  readonly amount: string;
  /** The number is of somebody who wanted this; empty for an amount. */
  readonly productId: string;
  readonly phoneNumber: string;
  readonly network: string;
  readonly reference: string;
}

const nobody = { phoneNumber: '', network: '' };
const nothing: Draft = { amount: '', productId: '', ...nobody, reference: '' };

/** Where a cashier is, and what was typed. `onHome` runs whenever the choice is shown again. */
export function useTaking(shiftId: string, onHome: () => void) {
  const { step, enter, back, leave } = useSteps(shiftId);
  const [draft, setDraft] = useState(nothing);
  // Whole numbers: only in memory, and only until the page is left.
  const [askings, setAskings] = useState<ReadonlyMap<string, Asking>>(new Map());
  const [checked, setChecked] = useState<Checked | null>(null);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const isHome = step === null;
  const wasHome = useRef(isHome);
  useEffect(() => {
    if (isHome && !wasHome.current) onHome();
    wasHome.current = isHome;
  }, [isHome, onHome]);
  const asked: OnAsked = (request, asking) => {
    setAskings((before) => new Map(before).set(request.id, asking));
    setDraft(nothing);
    // In the place of the form: Back from the answer does not lead to what would ask once more.
    enter({ at: 'asked', asked: request }, ({ at }) => at !== 'check');
  };
  return {
    step,
    draft,
    change,
    askings,
    /** An emptied amount is the beginning of another customer. */
    typeAmount: (amount: string) => change({ amount, ...(amount === '' ? nobody : {}) }),
    choose: (wish: Wish) => {
      const productId = wish.product?.id ?? '';
      change({ productId, ...(productId === draft.productId ? {} : nobody) });
      enter({ at: 'ask', wish });
    },
    asked,
    look: (payment: TillPayment) =>
      enter({ at: 'asked', asked: payment }, ({ at }) => at === 'asked'),
    /** Of the message that is shown, until the cashier leaves it. */
    checked: step?.at === 'check' ? checked : null,
    setChecked,
    check: () => {
      setChecked(null);
      enter({ at: 'check' });
    },
    back,
    next: () => {
      setDraft(nothing);
      leave();
    },
  };
}

export type Taking = ReturnType<typeof useTaking>;

/** What a request was for; null if it is not sold any more. */
export function wishOf(
  { kind, amount, productName }: TillPayment,
  products: readonly SoldProduct[],
): Wish | null {
  if (kind === 'asked') return { amount };
  const product = products.find((each) => each.productName === productName);
  return product ? { product } : null;
}
