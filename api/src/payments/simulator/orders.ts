import { randomInt } from 'node:crypto';
import type { BehaviourName } from './magic-numbers.ts';
import type { Journal } from './journal.ts';
import { paidAmount, type Order, type Refusal } from './order.ts';

export type NewOrder = Pick<
  Order,
  | 'id'
  | 'transactionId'
  | 'network'
  | 'direction'
  | 'phoneNumber'
  | 'amount'
  | 'message'
  | 'callbackUrl'
>;

/** The network's orders and their state. */
export interface Orders {
  /** Null if the id is known already. */
  add(order: NewOrder, behaviour: BehaviourName): Order | null;
  find(id: string): Order | undefined;
  all(): Order[];
  /** UGX that moved in a direction. */
  moved(network: Order['network'], direction: Order['direction']): number;
  /** A person decided on the page. False if the order was no longer open. */
  decide(id: string, isApproved: boolean): boolean;
  /** Paid at once, and its callback answered. */
  payNow(order: Order): Promise<void>;
  /** Records that the failure was reported; a late success follows after that. */
  failureTold(order: Order): void;
  save(order: Order): void;
  setDelay(delayMs: number): void;
  stop(): void;
}

interface OrdersOptions {
  readonly journal: Journal;
  readonly delayMs: number;
  /** Delay of a late success after the failure was reported. */
  readonly lateAfterMs: number;
  readonly onFinished: (order: Order) => Promise<void>;
  /** False for a payout beyond the provider's float. */
  readonly isCovered: (order: Order) => boolean;
}

/** How much longer than usual a late payer takes. */
const lateTimes = 10;

const refusals: Partial<Record<Order['behaviour'], Refusal>> = {
  refused: 'refused',
  'no funds': 'no funds',
  expired: 'expired',
  'forged callback': 'refused',
  'late success': 'network error',
  'limit reached': 'limit reached',
  'no wallet': 'no wallet',
};

export function createOrders(options: OrdersOptions): Orders {
  const { journal, lateAfterMs, onFinished, isCovered } = options;
  const orders = new Map<string, Order>(journal.orders.map((order) => [order.id, order]));
  const moved = createTotals(journal.orders);
  const timers = createTimers();
  let { delayMs } = options;

  const finish = (order: Order, decided: Refusal | null): Promise<void> => {
    const refusal = decided ?? (isCovered(order) ? null : 'no funds');
    order.state = refusal ? 'failed' : 'paid';
    order.refusal = refusal;
    order.finishedAt = Date.now();
    if (!refusal) moved.execute(order);
    journal.write(order);
    return onFinished(order);
  };
  const decideByItself = (order: Order): void => {
    if (order.behaviour === 'never known') return;
    if (order.behaviour === 'waits for a person' && order.direction === 'collection') return;
    const takesMs = order.behaviour === 'paid late' ? delayMs * lateTimes : delayMs;
    timers.later(Math.max(0, order.createdAt + takesMs - Date.now()), () => {
      if (order.state === 'open') void finish(order, refusals[order.behaviour] ?? null);
    });
  };
  const succeedLate = (order: Order): void => {
    if (order.behaviour !== 'late success' || order.failureToldAt === null) return;
    timers.later(Math.max(0, order.failureToldAt + lateAfterMs - Date.now()), () => {
      if (order.state === 'failed') void finish(order, null);
    });
  };
  for (const order of orders.values()) {
    if (order.state === 'open') decideByItself(order);
    if (order.state === 'failed') succeedLate(order);
  }

  return {
    add(given, behaviour) {
      const known = orders.get(given.id);
      if (known) {
        known.requests++;
        return null;
      }
      const order = newOrder(given, behaviour);
      orders.set(order.id, order);
      journal.write(order);
      decideByItself(order);
      return order;
    },
    find: (id) => orders.get(id),
    all: () => [...orders.values()],
    moved: moved.of,
    decide(id, isApproved) {
      const order = orders.get(id);
      if (order?.state !== 'open' || order.direction !== 'collection') return false;
      void finish(order, isApproved ? null : 'refused');
      return true;
    },
    payNow: (order) => finish(order, null),
    failureTold(order) {
      if (order.failureToldAt !== null) return;
      order.failureToldAt = Date.now();
      journal.write(order);
      succeedLate(order);
    },
    save: (order) => journal.write(order),
    setDelay: (value) => {
      delayMs = value;
    },
    stop: () => timers.stop(),
  };
}

function newOrder(given: NewOrder, behaviour: BehaviourName): Order {
  return {
    ...given,
    behaviour,
    createdAt: Date.now(),
    networkReference: String(randomInt(1e10, 1e11)),
    state: 'open',
    refusal: null,
    finishedAt: null,
    failureToldAt: null,
    executions: 0,
    requests: 1,
    statusCalls: 0,
    callbacks: [],
  };
}

/** Kept up to date: adding up all orders for each payout would be slow under load. */
function createTotals(orders: readonly Order[]) {
  const sums = new Map<string, number>();
  const of = (network: Order['network'], direction: Order['direction']): number =>
    sums.get(`${network} ${direction}`) ?? 0;
  const add = (order: Order, times: number): void => {
    const { network, direction } = order;
    sums.set(`${network} ${direction}`, of(network, direction) + times * paidAmount(order));
  };
  for (const order of orders) add(order, order.executions);
  return {
    of,
    execute(order: Order): void {
      order.executions++;
      add(order, 1);
    },
  };
}

interface Timers {
  later(ms: number, work: () => void): void;
  stop(): void;
}

function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  return {
    later(ms, work) {
      const timer = setTimeout(() => {
        running.delete(timer);
        work();
      }, ms);
      running.add(timer);
    },
    stop: () => {
      for (const timer of running) clearTimeout(timer);
    },
  };
}
