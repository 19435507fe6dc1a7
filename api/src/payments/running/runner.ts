import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Db } from '../../db/database.ts';
import { engineScope } from '../../db/scope.ts';
import type { PollOptions } from '../settling/poll-schedule.ts';
import { createAdvance, type AdvanceParts } from './advance.ts';
import { claimDue, findDueLanes, type ClaimedPayment } from './claims.queries.ts';
import { noteHolds } from './holds.ts';
import { createLanes, nameOf, type Lane, type Lanes, type LaneShare } from './lanes.ts';
import { keepingClaims } from './renewal.ts';

export interface RunnerOptions {
  readonly polling: PollOptions;
  /** Slots for concurrent network calls of this server; a single company gets about half of them. */
  readonly concurrency: number;
  /** How often to look for due payments. */
  readonly pollMs: number;
  /**
   * How long a claim lasts unless it is renewed. After it, another server asks or sends again with
   * the same id, which is safe.
   */
  readonly leaseMs: number;
}

export const defaultRunning = { concurrency: 128, pollMs: 500, leaseMs: 12_000 };

/** Processes due payments, in parallel with the runners of other servers. */
export interface Runner {
  start(): void;
  /** An order can be sent at once. */
  wake(order: Pick<Lane, 'network' | 'companyId'>, kind?: 'send' | 'bulk'): void;
  /** Without `start`: processes what is due now. True if there was anything. */
  drain(): Promise<boolean>;
  /** Stops claiming and waits for running calls. */
  stop(): Promise<void>;
}

interface Parts extends AdvanceParts {
  readonly logger: Logger;
}

/** After a small claim, so that orders which arrive one by one share a database call. */
const restMs = 20;
/** Twenty times as long as it takes to look at a lane, but a search happens every second. */
const restMsPerLane = 0.5;
const slowestPollMs = 1_000;

export function createRunner(parts: Parts, options: RunnerOptions): Runner {
  const { database, logger } = parts;
  const advance = keepingClaims(createAdvance(parts, options.polling), parts, options.leaseMs);
  const lanes = createLanes(options.concurrency);
  const claimShares = createClaim(parts, lanes, options.leaseMs);
  const search = createSearch(database, lanes, options.pollMs);
  const pause = createPause();
  const underWay = new Set<Promise<void>>();
  const few = Math.ceil(options.concurrency / 8);
  let loop: Promise<void> | undefined;
  let isStopping = false;
  let ended = 0;

  const workOn = (payment: ClaimedPayment): void => {
    const work = advance(payment)
      // The payment is claimed again when its lease expires.
      .catch((error: unknown) =>
        logger.error({ err: error, paymentId: payment.id }, 'a payment was not carried on'),
      )
      .finally(() => {
        underWay.delete(work);
        lanes.free(laneOf(payment));
        ended += 1;
        if (ended >= few) pause.end();
      });
    underWay.add(work);
  };
  const takeUp = async (shares: readonly LaneShare[]): Promise<number> => {
    ended = 0;
    const claimed = await claimShares(shares);
    for (const payment of claimed) workOn(payment);
    return claimed.length;
  };
  const run = async (): Promise<void> => {
    while (!isStopping) {
      try {
        if (performance.now() >= search.dueAt()) await search.now();
        const shares = lanes.take();
        if (shares.length === 0) await pause.until(search.dueAt());
        else if ((await takeUp(shares)) < few) await sleep(restMs);
      } catch (error) {
        logger.error({ err: error }, 'due payments could not be read');
        await pause.until(performance.now() + options.pollMs);
      }
    }
  };

  return {
    start: () => {
      loop ??= run();
    },
    wake: ({ network, companyId }, kind = 'send') => {
      lanes.add({ network, companyId, kind });
      pause.end();
    },
    drain: async () => {
      await search.now();
      const shares = lanes.take();
      const count = shares.length > 0 ? await takeUp(shares) : 0;
      await Promise.all(underWay);
      return count > 0;
    },
    stop: async () => {
      isStopping = true;
      pause.end();
      await loop;
      await Promise.all(underWay);
    },
  };
}

async function claim(
  db: Db,
  shares: readonly LaneShare[],
  leaseMs: number,
): Promise<ClaimedPayment[]> {
  const claimed = await claimDue(db, shares, leaseMs);
  const holds = claimed.flatMap(({ id, company_id: companyId, brake_id: brakeId }) =>
    brakeId === null ? [] : [{ companyId, paymentId: id, brakeId }],
  );
  await noteHolds(db, holds);
  return claimed;
}

/** Claims the shares that were taken, and gives back what they did not use. */
function createClaim({ database, logger }: Parts, lanes: Lanes, leaseMs: number) {
  /** A lane with fewer payments than its share is empty until something is heard of it. */
  const settle = ({ count, ...lane }: LaneShare, claimed: number): void => {
    for (let i = claimed; i < count; i++) lanes.free(lane);
    if (claimed === count) lanes.add(lane);
  };
  return async (shares: readonly LaneShare[]): Promise<ClaimedPayment[]> => {
    const counts = new Map<string, number>();
    try {
      const claimed = await database.within(engineScope, (db) => claim(db, shares, leaseMs));
      for (const payment of claimed) {
        const name = nameOf(laneOf(payment));
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      const held = claimed.filter(({ brake_id }) => brake_id !== null);
      if (held.length > 0) logger.warn({ count: held.length }, 'the payout brake holds payouts');
      // They filled the share of their lane, which may have more, and need no slot.
      for (const payment of held) lanes.free(laneOf(payment));
      return claimed.filter(({ brake_id }) => brake_id === null);
    } finally {
      for (const share of shares) settle(share, counts.get(nameOf(share)) ?? 0);
    }
  };
}

/** Finds lanes that no order of this server announced: of other servers, and payments to ask about. */
function createSearch(database: Database, lanes: Lanes, pollMs: number) {
  let dueAt = 0;
  return {
    dueAt: () => dueAt,
    async now(): Promise<void> {
      const found = await database.within(engineScope, findDueLanes);
      for (const lane of found.lanes) lanes.add(lane);
      const rest = Math.min(found.visited * restMsPerLane, slowestPollMs);
      dueAt = performance.now() + Math.max(pollMs, rest);
    },
  };
}

function laneOf({ network, company_id, is_first, is_bulk }: ClaimedPayment): Lane {
  const sending = is_bulk ? 'bulk' : 'send';
  return { network, companyId: company_id, kind: is_first ? sending : 'ask' };
}

/** A pause that can be ended early, also just before it begins. */
function createPause() {
  let isEnded = false;
  let endNow = (): void => {};
  return {
    end: (): void => {
      isEnded = true;
      endNow();
    },
    async until(moment: number): Promise<void> {
      if (!isEnded) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, moment - performance.now()));
          endNow = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isEnded = false;
    },
  };
}
