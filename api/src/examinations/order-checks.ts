import type { ExaminationCheck } from '@sente/contract/examinations';
import type { Disturbance, WatchedOrder } from './examination-orders.queries.ts';

type Verdict = Pick<ExaminationCheck, 'outcome' | 'cameBack' | 'toDo'>;

interface OrderCheck {
  readonly name: string;
  readonly title: string;
  readonly sent: string;
  readonly disturbance: Disturbance;
  /** `order` was disturbed; `later` came after it. `isPast`: what had to follow had the time to. */
  readonly judge: (
    order: WatchedOrder,
    later: readonly WatchedOrder[],
    isPast: (since: Date) => boolean,
  ) => Verdict | null;
}

const passed = (cameBack: string): Verdict => ({ outcome: 'passed', cameBack, toDo: null });
const failed = (cameBack: string, toDo: string): Verdict => ({ outcome: 'failed', cameBack, toDo });

const sameKey = (order: WatchedOrder) => (other: WatchedOrder) => other.key_hash === order.key_hash;
const otherKey = (order: WatchedOrder) => (other: WatchedOrder) =>
  other.key_hash !== order.key_hash && other.wish === order.wish;

const keepKey =
  'Store the idempotency key with the order before you send it, and repeat the order with this key until you have an answer. A new key is a new payment.';

export const orderChecks: readonly OrderCheck[] = [
  {
    name: 'order-answer-lost',
    title: 'An order without an answer is repeated with its key',
    sent: 'The first order was accepted, but answered with 503, as if its answer had been lost.',
    disturbance: 'answer lost',
    judge: (order, later) => {
      if (later.some(otherKey(order))) {
        return failed(
          'The same order came again with another idempotency key: the number would pay or be paid twice.',
          keepKey,
        );
      }
      if (later.some(sameKey(order))) return passed('It came again with the same idempotency key.');
      return null;
    },
  },
  {
    name: 'order-paid-late',
    title: 'A payment that stays pending is waited for',
    sent: 'The second order stayed pending for ten times as long as usual, and was paid then.',
    disturbance: 'paid late',
    judge: (order, later) => {
      const again = later
        .filter(otherKey(order))
        .find(({ at }) => !order.finished_at || at < order.finished_at);
      if (again) {
        return failed(
          'The same order came again with another key while the first one was pending.',
          'Pending is no failure: the payer may still approve. Wait for the event, or ask for the payment, before you order again.',
        );
      }
      if (order.finished_at) return passed('No second order came until it was paid.');
      return null;
    },
  },
  {
    name: 'order-refused',
    title: 'A payment that failed is not ordered again with its old key',
    sent: 'The third order failed: the payer refused.',
    disturbance: 'refused',
    judge: (order, later, isPast) => {
      const { finished_at: end } = order;
      if (!end) return null;
      if (later.some((other) => sameKey(order)(other) && other.at > end)) {
        return failed(
          'The order came again with the key of the payment that had failed, which only answers for that one.',
          'A new attempt is a new order with a new idempotency key.',
        );
      }
      if (!isPast(end)) return null;
      return passed('It was not sent again with the same key after it had failed.');
    },
  },
];

/** Null for what is not decided yet. */
export function judgeOrders(
  orders: readonly WatchedOrder[],
  isPast: (since: Date) => boolean,
): (Verdict | null)[] {
  return orderChecks.map(({ disturbance, judge }) => {
    const at = orders.findIndex((order) => order.disturbance === disturbance);
    const order = orders[at];
    return order ? judge(order, orders.slice(at + 1), isPast) : null;
  });
}

/** What is left when the time is over. `isPast`: what had to follow had the time to. */
export function notSeen(
  orders: readonly WatchedOrder[],
  check: OrderCheck,
  isPast: (since: Date) => boolean,
): Verdict {
  const disturbed = orders.find(({ disturbance }) => disturbance === check.disturbance);
  const wasDisturbed = disturbed !== undefined;
  if (disturbed?.disturbance === 'answer lost' && isPast(disturbed.at)) {
    return failed(
      'It was never sent again: the payment was accepted, and your system does not know what became of it.',
      keepKey,
    );
  }
  return {
    outcome: 'not-seen',
    cameBack: wasDisturbed
      ? 'The order came, and nothing followed that could be seen.'
      : 'No order came that could be disturbed in this way.',
    toDo: 'Let your system make three orders with a test key while an examination runs, each with another reference.',
  };
}
