import type { Database, Db } from '../../src/db/database.ts';
import { defaultRunning } from '../../src/payments/running/runner.ts';
import { createDraws, type Draws } from './draws.ts';
import { createServers, startEngine, type Servers } from './engines.ts';
import { findFaults } from './faults.ts';
import { createStormNetwork, type StormNetwork } from './network.ts';
import { openShops, place, type Shops } from './orders.ts';
import { employ, type People } from './people.ts';
import { createStrangers, type Strangers } from './strangers.ts';
import { age, ageRequests, endQuestions, lookAhead, type Outlook } from './time.ts';
import { createAirtelWire, mtnWire } from './wires.ts';

export interface StormDatabase {
  /** As servers use it. */
  readonly database: Database;
  /** As the owner, to let time pass and to inspect. */
  readonly owner: Db;
}

export interface StormResult {
  readonly accepted: number;
  readonly calls: number;
  /** Two at a time; each of the others replaced one that was killed. */
  readonly servers: number;
  /** How many payments people decided. */
  readonly decided: number;
  /** One sentence each; empty if the storm was survived. */
  readonly faults: readonly string[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const ordersAtOnce = 40;

/**
 * Plays one seed: the real engine on a real database against networks that may do anything, then a calm in
 * which everything ends, and a comparison of the books with what the networks really did.
 */
export async function playStorm(
  { database, owner }: StormDatabase,
  { seed, payments }: { readonly seed: number; readonly payments: number },
): Promise<StormResult> {
  const draws = createDraws(seed);
  const labels = new Map<string, string>();
  const labelOf = (paymentId: string): string => labels.get(paymentId) ?? 'unknown';
  const callBack: Servers['callBack'] = (...callback) => servers.callBack(...callback);
  const airtelWire = createAirtelWire(draws.share('orders are signed') < 0.25);
  const networks = [mtnWire, airtelWire].map((wire) =>
    createStormNetwork(wire, draws, labelOf, callBack),
  );
  const shops = await openShops(owner, draws);
  const people = await employ(database, owner, startEngine(database, networks, Infinity));
  const areKilled = draws.share('engines are killed') < 0.7;
  const servers = createServers(database, networks, areKilled ? draws : null);
  const strangers = createStrangers(draws, airtelWire);
  const storm = createRounds({ owner, draws, networks, shops, people, servers, strangers });

  const takeOrder = async (number: number): Promise<void> => {
    const order = shops.orderOf(number);
    const accepted = await place(order, () => servers.next());
    if (!accepted) return;
    labels.set(accepted.paymentId, `order ${number}`);
    if (accepted.approval === 'provider') {
      storm.keepWaiting(accepted.transactionId, number);
    }
  };
  /** Some of what was paid at once goes back to the payer. */
  const giveBack = async ([paymentId, label]: readonly [string, string]): Promise<void> => {
    if (draws.share(label, 'goes back') > 0.2) return;
    const order = await people.refundOf(paymentId);
    const accepted = order && (await place(order, () => servers.next()));
    if (accepted) labels.set(accepted.paymentId, `refund of ${label}`);
  };
  const numbers = Array.from({ length: payments }, (_, number) => number);
  // Most arrive while others are under way.
  for (let first = 0; first < payments; first += ordersAtOnce) {
    await storm.letRequestsAge();
    const before = [...labels];
    await Promise.all(numbers.slice(first, first + ordersAtOnce).map(takeOrder));
    await Promise.all(before.map(giveBack));
    await storm.passTo(storm.now() + 20 * second);
  }
  await storm.untilOver();
  const decided = await storm.calmDown();

  const ids = [...labels.keys()];
  const outcome = { companies: shops.companies, ids, labelOf, areKilled, now: storm.now() };
  const late = storm.overdue().map((id) => `${labelOf(id)} ${id}: was open for more than a day`);
  const faults = [
    ...late,
    ...(storm.isRestless() ? ['a payment is due for ever, however often it is carried on'] : []),
    ...(await findFaults(owner, networks, outcome)),
    ...(await strangers.findFaults(owner)),
  ];
  await endQuestions(owner, shops.companies);
  const records = networks.flatMap((network) => [...network.records.values()]);
  const calls = records.reduce((sum, { sayings }) => sum + sayings.length, 0);
  return { accepted: ids.length, calls, servers: servers.count(), decided, faults };
}

interface Parts {
  readonly owner: Db;
  readonly draws: Draws;
  readonly networks: readonly StormNetwork[];
  readonly shops: Shops;
  readonly people: People;
  readonly servers: Servers;
  readonly strangers: Strangers;
}

/** Each round moves the time to the next event, and lets everybody do what is due then. */
function createRounds(parts: Parts) {
  const { owner, draws, networks, people, servers, strangers } = parts;
  const { companies } = parts.shops;
  let now = 0;
  let outlook: Outlook = { isDue: false, nextInMs: 0, lateInMs: null, overdue: [] };
  let waiting: { at: number; transactionId: string; ends: 'approve' | 'reject' | 'expire' }[] = [];
  const overdue = new Set<string>();
  let requestsAgedAt = 0;
  let isRestless = false;
  let pulls = drawPulls(draws, companies, people);

  const pull = async (): Promise<void> => {
    const due = pulls.filter(({ at }) => at <= now);
    pulls = pulls.filter(({ at }) => at > now);
    for (const { act } of due) await act();
  };

  const look = async (): Promise<Outlook> => {
    outlook = await lookAhead(owner, companies);
    for (const id of outlook.overdue) overdue.add(id);
    return outlook;
  };
  const decideWaiting = async (): Promise<void> => {
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    await Promise.all(
      due.map(({ transactionId, ends }) =>
        ends === 'expire' ? people.expire() : people[ends](transactionId),
      ),
    );
  };
  const deliverCallbacks = async (): Promise<void> => {
    const delivered = networks.flatMap((network) =>
      network.takeCallbacks().map((request) => servers.callBack(network.wire.network, request)),
    );
    await Promise.all(delivered);
  };
  const letRequestsAge = async (): Promise<void> => {
    await ageRequests(owner, companies, now - requestsAgedAt);
    requestsAgedAt = now;
  };
  const moveTo = async (moment: number): Promise<void> => {
    await age(owner, companies, moment - now);
    now = moment;
    if (now - requestsAgedAt >= hour) await letRequestsAge();
    for (const network of networks) network.passTo(now);
  };
  const passTo = async (moment: number): Promise<void> => {
    // In production a job asks every minute, mostly for nothing.
    const isLateDue = outlook.lateInMs !== null && outlook.lateInMs <= moment - now;
    await moveTo(moment);
    await decideWaiting();
    await pull();
    await Promise.all([
      servers.drain(isLateDue),
      deliverCallbacks(),
      strangers.tellUntil(now, (...callback) => servers.callBack(...callback)),
    ]);
    for (let turn = 0; !isRestless && ((await look()).isDue || servers.hasDead()); turn++) {
      isRestless = turn === mostTurns;
      // What a killed server had claimed is due again when its claim ends, not a round later.
      if (servers.hasDead()) await moveTo(now + defaultRunning.leaseMs);
      await servers.drain(isLateDue);
    }
  };
  const nextMoment = (): number | null => {
    if (isRestless) return null;
    const moments = [
      ...(outlook.nextInMs === null ? [] : [now + outlook.nextInMs]),
      ...networks.flatMap((network) => network.nextEvent() ?? []),
      ...waiting.map(({ at }) => at),
      ...pulls.map(({ at }) => at),
      ...[strangers.nextEvent()].filter((at) => at !== null),
    ];
    return moments.length === 0 ? null : Math.max(now + grid(now), Math.min(...moments));
  };

  return {
    now: () => now,
    passTo,
    /** Before new ones come, which are not to become older by what has passed already. */
    letRequestsAge,
    overdue: () => [...overdue],
    /** Something is due again as soon as it was done, so the storm was given up. */
    isRestless: () => isRestless,
    /** Most payouts are approved within hours, some after days, a few are rejected, others forgotten. */
    keepWaiting: (transactionId: string, number: number) => {
      const at = now + Math.round(draws.share('order', number, 'approved') ** 3 * 5 * day);
      const isRejected = draws.share('order', number, 'rejected') < 0.1;
      // Not in the hours around it, because rounds are that long.
      if (at > now + 2.5 * day) {
        waiting.push({ at: now + 3 * day + minute, transactionId, ends: 'expire' });
      } else {
        waiting.push({ at, transactionId, ends: isRejected ? 'reject' : 'approve' });
      }
    },
    untilOver: async () => {
      let rotatesAt = draws.whole(1, 600, 'keys rotate') * minute;
      for (let moment = nextMoment(); moment !== null && moment < 8 * day;) {
        if (moment > rotatesAt) {
          for (const network of networks) network.rotateKeys();
          rotatesAt = Infinity;
        }
        await passTo(moment);
        moment = nextMoment();
      }
    },
    /** The networks tell everything, and people decide what is left. Returns how much they decided. */
    calmDown: async () => {
      for (const network of networks) network.calmDown();
      servers.calmDown();
      let decided = 0;
      for (let rounds = 0, moment: number | null = now + hour; moment !== null; rounds++) {
        if (rounds === mostCalmRounds) break;
        await passTo(moment);
        decided += await people.decideReviews(companies, networks);
        moment = nextMoment();
      }
      return decided;
    },
  };
}

/** In half of the storms somebody stops the payouts of a company for a while. */
function drawPulls(draws: Draws, [companyId = '']: readonly string[], { brake }: People) {
  if (draws.share('brake') < 0.5) return [];
  const from = draws.whole(0, 120, 'brake from') * second;
  const until = from + draws.whole(1, 1_800, 'brake until') * minute;
  const decision = draws.pick({ release: 2, cancel: 1 }, 'brake ends');
  return [
    { at: from, act: () => brake.pull(companyId) },
    { at: until, act: () => brake.end(companyId, decision) },
  ];
}

/** Of the servers at one moment; a few are usual, and some dozens after kills. */
const mostTurns = 500;

/** Payments that are not over by then are faults. */
const mostCalmRounds = 60;

/** Coarse enough that a day takes a few dozen rounds, fine enough for what happens at the time. */
function grid(now: number): number {
  if (now < 3 * minute) return 10 * second;
  if (now < 30 * minute) return 2 * minute;
  if (now < 3 * hour) return 15 * minute;
  return now < day ? 90 * minute : 6 * hour;
}
