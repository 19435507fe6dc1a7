import { askBody, tillCalls, type SoldProduct, type TillRequest } from '@sente/contract/till';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { newId } from '../../lib/new-id.ts';
import { byDevice, patiently, useSending } from './till-calls.ts';

/** What somebody pays for: one of the two. */
export type Wish =
  | { readonly product: SoldProduct; readonly amount?: never }
  | { readonly amount: number; readonly product?: never };

/** Who is asked for what, as it was typed. */
export interface Asking {
  readonly wish: Wish;
  readonly phoneNumber: string;
  /** Empty: that of the number. */
  readonly network: string;
}

export type OnAsked = (request: TillRequest, asking: Asking) => void;

/** Asks a phone: once, however often it is sent until there is an answer. */
export function useAsking(onAsked: OnAsked) {
  const { errors, failure, code, isBusy, send } = useSending(askBody, 'The phone was not asked');
  const [askedNumber, setAskedNumber] = useState('');
  const isDoubted = code === 'being_checked';
  return {
    errors,
    /** A payment of the number that was asked is being checked, which may be paid already. Of another one nothing is known. */
    doubtOf: ({ phoneNumber }: Asking) =>
      isDoubted && phoneNumber === askedNumber ? failure : null,
    /** What is wrong, but not with the number. */
    problem:
      (isDoubted ? null : failure) ?? errors['price'] ?? errors['amount'] ?? errors['productId'],
    isBusy,
    ask: (asking: Asking, isRepeatConfirmed = false): void => {
      const { wish, phoneNumber, network } = asking;
      const asked = {
        phoneNumber,
        network: network || null,
        ...(wish.product
          ? { productId: wish.product.id, price: wish.product.price }
          : { amount: wish.amount }),
      };
      const order = { ...asked, idempotencyKey: keyOf(JSON.stringify(asked)) };
      setAskedNumber(phoneNumber);
      void send({ ...order, ...(isRepeatConfirmed && { isRepeatConfirmed }) }, async (body) => {
        const { data } = await patiently((signal) =>
          call(tillCalls.ask, { body, signal, ...byDevice }),
        );
        sessionStorage.removeItem(unansweredIn);
        onAsked(data, asking);
      });
    },
  };
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
