import { sendByUndici } from '../networks/network-http.ts';
import { airtelCallback } from './airtel-messages.ts';
import type { SimulatorKeys } from './keys.ts';
import { mtnResult } from './mtn-messages.ts';
import type { Order, SentCallback } from './order.ts';

export interface CallbackSender {
  /** Sends the callbacks of a finished order according to its behaviour. */
  onFinished(order: Order): Promise<void>;
  /** Sends a forged success callback at once. */
  forge(order: Order): Promise<void>;
}

interface CallbackOptions {
  readonly keys: SimulatorKeys;
  /** Airtel calls one configured URL. */
  readonly airtelUrl: () => string | null;
  readonly onSent: (order: Order, sent: SentCallback) => void;
}

const timeoutMs = 10_000;

/** Sent once: neither network retries. */
export function createCallbackSender(options: CallbackOptions): CallbackSender {
  const send = async (order: Order, told: Order, isForged: boolean): Promise<void> => {
    const url = addressOf(order, isForged);
    if (!url) return;
    const body =
      order.network === 'MTN'
        ? mtnResult(told)
        : airtelCallback(
            told,
            isForged ? 'a key that somebody guessed' : options.keys.airtel.callbackKey,
          );
    const answer = await post(url, body, order.network === 'MTN' ? 'PUT' : 'POST');
    options.onSent(order, { at: Date.now(), isForged, answer });
  };

  /** MTN's callback URL is secret; a forger knows only its beginning. */
  function addressOf(order: Order, isForged: boolean): string | null {
    if (order.network === 'AIRTEL') return options.airtelUrl();
    if (!isForged) return order.callbackUrl;
    return order.callbackUrl?.replace(/\.[\w-]+$/, '.guessed') ?? null;
  }

  return {
    async onFinished(order) {
      if (order.behaviour === 'poll only') return;
      const copies = order.behaviour === 'duplicate callback' ? 3 : 1;
      // A copy: a late success must not change an earlier callback.
      const told = { ...order };
      await Promise.all(Array.from({ length: copies }, () => send(order, told, false)));
    },
    forge: (order) => send(order, { ...order, state: 'paid', refusal: null }, true),
  };
}

async function post(url: string, body: object, method: 'PUT' | 'POST'): Promise<number | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify(body);
    const { status } = await sendByUndici(url, { method, headers, body: text, timeoutMs });
    return status;
  } catch {
    return null;
  }
}
