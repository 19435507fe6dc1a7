import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { CallbackRequest } from '../../src/payments/networks/connector.ts';
import type { Draws } from './draws.ts';
import type { Answer, Known, NetworkRequest, Wire, WireRequest } from './wires.ts';

/**
 * A network with a memory of its own: what it moved is the truth, whatever it says. Its answers are
 * drawn from the seed until it is calm. Times are milliseconds of the storm, not of a clock.
 */
export interface StormNetwork {
  readonly wire: Wire;
  /** Rejects when the answer is lost. */
  answer(url: URL, request: WireRequest): Promise<{ status: number; text: string }>;
  /** Carries out what is due at this moment. */
  passTo(now: number): void;
  /** Callbacks that are due, each once. */
  takeCallbacks(): CallbackRequest[];
  /** From now on it answers plainly, remembers everything and finishes every order. */
  calmDown(): void;
  /** New keys: what was sent under the old ones cannot be seen with them until it is calm. */
  rotateKeys(): void;
  /** When something happens next by itself; null if nothing is left. */
  nextEvent(): number | null;
  readonly records: ReadonlyMap<string, OrderRecord>;
}

/** One thing that the network said about a payment. */
export interface Saying {
  readonly at: number;
  readonly to: 'payment' | 'status';
  readonly said: 'accepted' | 'open' | 'paid' | 'failed' | 'refused' | 'not-found' | 'nothing';
}

/** What the network was asked, what it said and what it did about one payment. */
export interface OrderRecord {
  readonly paymentId: string;
  readonly sayings: Saying[];
  /** When genuine callbacks about it were delivered. */
  readonly toldAt: number[];
  /** Null if it never took the order. */
  order: Order | null;
}

interface Order extends Known {
  state: Known['state'];
  readonly end: 'paid' | 'failed';
  readonly asked: bigint;
  readonly finishesAt: number;
  readonly hiddenFrom: number;
  readonly hiddenUntil: number;
  /** Until then it says that it failed, although it is paid. */
  readonly deniedUntil: number;
  /** When it takes back what it had paid. */
  reversesAt: number;
  readonly keys: number;
  readonly callbackPath: string | null;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * `labelOf` names a payment in the same way in each run, unlike its id. `callBack` delivers a callback that
 * comes before the answer to the order.
 */
export function createStormNetwork(
  wire: Wire,
  draws: Draws,
  labelOf: (paymentId: string) => string,
  callBack: (network: NetworkName, request: CallbackRequest) => Promise<unknown>,
): StormNetwork {
  const records = new Map<string, OrderRecord>();
  let callbacks: { at: number; request: CallbackRequest; about: OrderRecord | null }[] = [];
  let now = 0;
  let isCalm = false;
  let keys = 1;
  const outage = drawOutage(draws, wire.network);

  const isAway = (): boolean => !isCalm && now >= outage.from && now < outage.until;
  const recordOf = (paymentId: string): OrderRecord => {
    const found = records.get(paymentId) ?? { paymentId, sayings: [], toldAt: [], order: null };
    records.set(paymentId, found);
    return found;
  };
  const about = (paymentId: string) => [wire.network, labelOf(paymentId)] as const;

  const sayNothing = ({ paymentId, asks }: { paymentId: string; asks: Saying['to'] }): void => {
    recordOf(paymentId).sayings.push({ at: now, to: asks, said: 'nothing' });
  };

  const take = (request: Extract<NetworkRequest, { asks: 'payment' }>): Order => {
    const record = recordOf(request.paymentId);
    if (!record.order) {
      record.order = drawOrder(wire, draws, about(request.paymentId), request, now, keys, isCalm);
      if (!isCalm) tellEarly(record.order);
    }
    return record.order;
  };
  const tell = (order: Known & Pick<Order, 'callbackPath'>, at: number): void => {
    const request = wire.callback(order, order.callbackPath);
    callbacks.push({ at, request, about: recordOf(order.paymentId) });
  };
  /** Some call back while the person is asked; what Airtel says then need not be so. */
  const tellEarly = (order: Order): void => {
    const [network, label] = about(order.paymentId);
    const count = draws.whole(-2, 2, network, label, 'early callbacks');
    for (let number = 0; number < count; number++) {
      const interim = draws.pick({ TIP: 4, TF: 1, TE: 1 }, label, 'early', number);
      tell({ ...order, state: 'open', interim }, now + draws.whole(0, 300, label, number) * second);
    }
  };
  const reverseIf = (order: Order): void => {
    if (order.state !== 'paid' || !Number.isFinite(order.reversesAt)) return;
    order.reversesAt = Infinity;
    order.state = 'failed';
    tell(order, now);
  };
  const finish = (order: Order): void => {
    order.state = order.end;
    const [network, label] = about(order.paymentId);
    const kind = draws.pick(
      { none: 3, once: 4, twice: 2, late: 2, forged: 1, contradiction: 1 },
      network,
      label,
      'callbacks',
    );
    if (kind === 'once' || kind === 'twice' || kind === 'contradiction') tell(order, now);
    if (kind === 'twice') tell(order, now + 30 * second);
    if (kind === 'late') tell(order, now + draws.whole(1, 40, label, 'late callback') * hour);
    if (kind === 'contradiction') tell({ ...order, state: 'open' }, now + minute);
    if (kind === 'forged') callbacks.push({ at: now, request: forged(wire, order), about: null });
  };
  /** An order that ends at once may call back before its answer arrives. */
  const hurry = async (paymentId: string): Promise<void> => {
    const { order } = recordOf(paymentId);
    if (isCalm || order?.state !== 'open' || order.finishesAt > now) return;
    if (draws.share(...about(paymentId), 'calls back first') < 0.5) return;
    finish(order);
    recordOf(paymentId).toldAt.push(now);
    await callBack(wire.network, wire.callback(order, order.callbackPath));
  };
  const isVisible = (order: Order, token: string): boolean =>
    isCalm ||
    (!(now >= order.hiddenFrom && now < order.hiddenUntil) && token === tokenOf(order.keys));

  const answerPayment = (
    request: Extract<NetworkRequest, { asks: 'payment' }>,
  ): Answer | 'lost' => {
    const { sayings, order: before } = recordOf(request.paymentId);
    const [network, label] = about(request.paymentId);
    const sent = sayings.filter(({ to }) => to === 'payment').length;
    const say = (said: Saying['said']) => sayings.push({ at: now, to: 'payment', said });
    const kind = isCalm ? 'accept' : draws.pick(sendingWeights, network, label, 'sending', sent);
    // A network that has the order refuses nothing: at most the answer is lost or unreadable.
    if (kind === 'refuse' && !before) {
      say('refused');
      return wire.refused(400, refusalOf(wire, draws, label));
    }
    if (kind === 'refuse-500' && !before && wire.network === 'MTN') {
      say('refused');
      return wire.refused(500, refusalOf(wire, draws, label));
    }
    if (kind === 'lost' || kind === 'error' || kind === 'busy' || kind === 'no-keys') {
      say('nothing');
      if (kind === 'lost') return 'lost';
      return { status: { error: 500, busy: 429, 'no-keys': 403 }[kind], body: 'Try again later' };
    }
    // It says that it has the order, and has not.
    if (kind === 'conflict' && !before) {
      say('accepted');
      return wire.duplicate();
    }
    const order = take(request);
    if (kind === 'lost-after' || kind === 'error-after' || kind === 'text') {
      say('nothing');
      if (kind === 'lost-after') return 'lost';
      return { status: kind === 'text' ? 200 : 504, body: '<html>Gateway</html>' };
    }
    say('accepted');
    if (before)
      return draws.share(label, 'duplicate', sent) < 0.5 ? wire.duplicate() : wire.accepted(order);
    return wire.accepted(order);
  };

  const answerStatus = ({
    paymentId,
    token,
  }: Extract<NetworkRequest, { asks: 'status' }>): Answer | 'lost' => {
    const { sayings, order } = recordOf(paymentId);
    const [network, label] = about(paymentId);
    const asked = sayings.filter(({ to }) => to === 'status').length;
    const say = (said: Saying['said']) => sayings.push({ at: now, to: 'status', said });
    const kind = isCalm ? 'truth' : draws.pick(statusWeights, network, label, 'status', asked);
    if (kind === 'lost' || kind === 'error' || kind === 'text') {
      say('nothing');
      if (kind === 'lost') return 'lost';
      return { status: kind === 'error' ? 503 : 200, body: 'Service temporarily unavailable' };
    }
    if (!order || kind === 'forget' || !isVisible(order, token)) {
      say('not-found');
      return wire.notFound();
    }
    // An answer from before the end, out of order.
    const isStale = kind === 'stale' || order.state === 'open';
    const isDenied = !isCalm && order.state === 'paid' && now < order.deniedUntil;
    const state = isStale ? 'open' : isDenied ? 'failed' : order.state;
    const isGarbled = kind === 'garbled' && state === 'paid';
    const known = { ...order, state, isGarbled };
    say(known.state);
    return wire.status(known);
  };

  return {
    wire,
    records,
    async answer(url, asked) {
      const request = wire.read(url, asked);
      if (isAway()) {
        if ('paymentId' in request) sayNothing(request);
        throw lost();
      }
      if (request.asks === 'token') return asText(wire.token(tokenOf(keys)));
      if (request.token !== tokenOf(keys)) return { status: 401, text: '' };
      if (request.asks === 'wire') return asText(request.answer);
      const answer = request.asks === 'payment' ? answerPayment(request) : answerStatus(request);
      if (request.asks === 'payment') await hurry(request.paymentId);
      if (answer === 'lost') throw lost();
      return asText(answer);
    },
    passTo(moment) {
      now = moment;
      for (const { order } of records.values()) {
        if (order?.state === 'open' && (isCalm || order.finishesAt <= now)) finish(order);
        if (order?.state === 'paid' && (isCalm || order.reversesAt <= now)) reverseIf(order);
      }
    },
    takeCallbacks() {
      const due = callbacks.filter(({ at }) => at <= now);
      callbacks = callbacks.filter(({ at }) => at > now);
      for (const { about: record } of due) record?.toldAt.push(now);
      return due.map(({ request }) => request);
    },
    calmDown() {
      isCalm = true;
      for (const { order } of records.values()) {
        if (order?.state === 'open') finish(order);
        if (order) reverseIf(order);
        if (order) tell(order, now);
      }
    },
    rotateKeys() {
      keys += 1;
      wire.rotateKeys();
    },
    nextEvent() {
      const ends = [...records.values()].flatMap(({ order }) =>
        order?.state === 'open' && Number.isFinite(order.finishesAt) ? [order.finishesAt] : [],
      );
      const reversals = [...records.values()].flatMap(({ order }) =>
        order?.state === 'paid' && Number.isFinite(order.reversesAt) ? [order.reversesAt] : [],
      );
      const times = [...ends, ...reversals, ...callbacks.map(({ at }) => at)];
      return times.length === 0 ? null : times.reduce((least, at) => Math.min(least, at));
    },
  };
}

/** Half of the networks are away once, for minutes or hours: nothing arrives there. */
function drawOutage(draws: Draws, network: NetworkName): { from: number; until: number } {
  if (draws.share(network, 'outage') < 0.5) return { from: Infinity, until: Infinity };
  const from = draws.whole(1, 180, network, 'outage begins') * minute;
  return { from, until: from + draws.whole(2, 240, network, 'outage') * minute };
}

function lost(): DOMException {
  return new DOMException('The storm took the answer', 'TimeoutError');
}

const sendingWeights = {
  accept: 60,
  lost: 7,
  'lost-after': 8,
  error: 3,
  'error-after': 4,
  text: 3,
  busy: 2,
  'no-keys': 2,
  refuse: 5,
  'refuse-500': 6,
  conflict: 1,
};
const statusWeights = { truth: 72, garbled: 2, lost: 8, error: 5, text: 3, forget: 5, stale: 5 };

/** Drawn when the network takes the order: how it ends, when, and how well it is remembered. */
function drawOrder(
  wire: Wire,
  draws: Draws,
  [network, label]: readonly [string, string],
  request: {
    paymentId: string;
    direction: PaymentDirection;
    amount: bigint;
    callbackPath: string | null;
  },
  now: number,
  keys: number,
  isCalm: boolean,
): Order {
  const fate = draws.pick(
    {
      paid: 61,
      denied: 2,
      reversed: 3,
      failed: 22,
      'other-amount': 4,
      'other-currency': 2,
      never: 6,
    },
    network,
    label,
    'fate',
  );
  const wait = draws.pick({ no: 25, seconds: 35, minutes: 30, hours: 10 }, label, 'wait');
  const waitMs = { no: 0, seconds: 30 * second, minutes: 8 * minute, hours: 20 * hour }[wait];
  const memory = draws.pick({ good: 80, slow: 8, gap: 6, none: 6 }, label, 'memory');
  const gapMs = draws.whole(1, 180, label, 'gap') * minute;
  const hiddenMs = {
    good: 0,
    slow: draws.whole(1, 14, label, 'lag') * minute,
    gap: gapMs,
    none: Infinity,
  };
  const hiddenFrom =
    memory === 'gap' ? now + draws.whole(1, 120, label, 'gap begins') * minute : now;
  // Airtel's callbacks name no amount: it moves what was ordered or nothing.
  const isOther = fate === 'other-amount' && wire.network === 'MTN';
  const delay = Math.round(waitMs * draws.share(label, 'how long'));
  return {
    paymentId: request.paymentId,
    direction: request.direction,
    state: 'open',
    end:
      fate === 'failed' || (fate === 'never' && draws.share(label, 'after all') < 0.5)
        ? 'failed'
        : 'paid',
    asked: request.amount,
    amount: isOther
      ? request.amount - 100n * BigInt(draws.whole(1, 9, label, 'less'))
      : request.amount,
    currency: fate === 'other-currency' ? 'USD' : 'UGX',
    code: wire.failures[draws.whole(0, wire.failures.length - 1, label, 'failure')] ?? '',
    finishesAt: fate === 'never' && !isCalm ? Infinity : now + delay,
    hiddenFrom,
    hiddenUntil: hiddenFrom + hiddenMs[memory],
    deniedUntil: fate === 'denied' ? now + delay + 2 * hour : 0,
    reversesAt:
      fate === 'reversed' ? now + delay + draws.whole(1, 30, label, 'reversed') * hour : Infinity,
    keys,
    callbackPath: request.callbackPath,
  };
}

function refusalOf(wire: Wire, draws: Draws, label: string): string {
  return wire.refusals[draws.whole(0, wire.refusals.length - 1, label, 'refusal')] ?? '';
}

/** Says the opposite of the truth under a wrong proof. */
function forged(wire: Wire, order: Order): CallbackRequest {
  const state = order.state === 'paid' ? 'failed' : 'paid';
  const { path, headers, body } = wire.callback({ ...order, state }, order.callbackPath);
  const wrong = wire.network === 'MTN' ? body : { ...(body as object), hash: 'bm90IHRydWU=' };
  return { path: path.replace(/\..*$/, '.forged'), headers, body: wrong, text: '' };
}

const tokenOf = (keys: number): string => `token-of-keys-${keys}`;

function asText({ status, body }: Answer): { status: number; text: string } {
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
}
