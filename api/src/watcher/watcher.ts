import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { watcherScope } from '../db/scope.ts';
import { brakeSeal, opensBrake } from '../security/brake-seal.ts';
import type { Sealer } from '../security/secrets.ts';
import { usualFrom, type SeenPayout, type Usual } from './figures.ts';
import { judge, type Knowledge } from './judge.ts';
import type { Trip } from './signs.ts';
import { inViewMs } from './thresholds.ts';
import {
  beat,
  listBrakes,
  listStops,
  listUnsealed,
  sealBrake,
  stopPayouts,
  tripBrake,
  waitShortly,
  type Brake,
} from './watcher-brakes.queries.ts';
import {
  daySums,
  largestDay,
  listHistory,
  listPayouts,
  readTurn,
  sumsSince,
  type Look,
  type Turn,
} from './watcher.queries.ts';

/** How often the watcher looks. Payouts wait five seconds for it: see payout_due_at. */
export const lookEveryMs = 1_000;
/** If the active watcher is silent for this long, another one looks. Shorter than payouts wait. */
const silentAfterMs = 3_000;
/** For this long, a look makes brakes of stops; the others are left to the next one. */
const tripForMs = 1_000;
/** For this long, payouts that were seen are read again: they may have changed since. */
const overlapMs = 60_000;
/** For this long, what is usual is not read again. */
const usualForMs = 600_000;

export interface Watcher {
  /** One look; null if another watcher is the active one. */
  look(): Promise<readonly Trip[] | null>;
}

/**
 * Reads the payouts of the last hour and trips the brake. Of several watchers the one that looked last goes
 * on. Only watchers can write that they looked, so nobody else slows or blinds them; and looking twice trips
 * nothing twice.
 */
export function createWatcher(
  database: Database,
  logger: Logger,
  /** Null without the key of the credentials: brakes stay unsealed, and nobody can end them. */
  sealer: Sealer | null,
): Watcher {
  const id = randomUUID();
  const view = new Map<string, SeenPayout>();
  const usual = createUsual(database);
  const seals = createSeals(sealer, logger);
  let last: Look | null = null;

  const read: Read = (work) => database.within(watcherScope, work);

  const bringUpToDate = async (turn: Turn): Promise<Brake[]> => {
    const { now } = turn;
    // At its first look it goes on where another one stopped.
    const since = {
      ms: Math.max(now - inViewMs, (last?.at ?? 0) - overlapMs),
      last: last ?? turn.last,
    };
    const { brakes, fresh } = await read(async (db) => {
      const found = seals.trusted(await listBrakes(db));
      return { brakes: found, fresh: await listPayouts(db, since, endedIdsOf(found)) };
    });
    // A payout keeps the time at which it was ready, also when it ended meanwhile.
    for (const payout of fresh) {
      view.set(payout.id, { ...payout, at: view.get(payout.id)?.at ?? payout.at });
    }
    last = { at: now, snapshot: turn.snapshot };
    const lookedUntil = lookedUntilOf(brakes);
    for (const [payoutId, { at, queuedAt, companyId }] of view) {
      if (queuedAt <= now - inViewMs || at <= lookedUntil(companyId)) view.delete(payoutId);
    }
    return brakes;
  };

  return {
    look: async () => {
      const turn = await read((db) => readTurn(db, id));
      const isOthers = turn.last !== null && !turn.is_last_own;
      if (isOthers && turn.now - (turn.last?.at ?? 0) <= silentAfterMs) return null;
      const brakes = await bringUpToDate(turn);
      const payouts = [...view.values()];
      const knowledge = knowledgeFrom(brakes, usual, read);
      const trips = await judge(payouts, turn.now, knowledge);
      // Nobody else can keep these two waiting. Only what is stopped counts as seen.
      for (const trip of trips) await read((db) => stopPayouts(db, trip));
      const figures = { payouts: payouts.length, stopped: trips.length };
      await read((db) => beat(db, id, turn.snapshot, sealer?.keyNames ?? [], figures));
      await tripStops(read, seals, logger);
      for (const { companyId, sign, reason } of trips) {
        logger.error({ companyId, sign, reason }, 'the watcher stopped payouts');
      }
      return trips;
    },
  };
}

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** What cannot be done now because of locks stays stopped, and the next look tries it again. */
async function tripStops(read: Read, seals: Seals, logger: Logger): Promise<void> {
  const unlessLocked = async (work: (db: Db) => Promise<void>): Promise<void> => {
    try {
      await read(async (db) => {
        await waitShortly(db);
        await work(db);
      });
    } catch (error) {
      logger.warn({ err: error }, 'the watcher could not trip or seal a payout brake yet');
    }
  };
  const until = performance.now() + tripForMs;
  for (const stop of await read(listStops)) {
    if (performance.now() > until) break;
    await unlessLocked(async (db) => {
      await tripBrake(db, stop);
      await seals.sealAll(db);
    });
  }
  await unlessLocked(seals.sealAll);
}

type Seals = ReturnType<typeof createSeals>;

/** The seals of brakes: the watcher makes them, and trusts that a brake has ended only if it made its seal. */
function createSeals(sealer: Sealer | null, logger: Logger) {
  if (!sealer) {
    logger.warn(
      'the watcher has no key of the API credentials: payout brakes stay unsealed, and nobody can end them',
    );
  }
  const told = new Set<string>();
  return {
    trusted: (brakes: readonly Brake[]): Brake[] =>
      brakes.filter(({ id, is_on, seal }) => is_on || (sealer && opensBrake(sealer, id, seal))),

    /** In the transaction of the trip, so that the watcher's own brakes are never without their seal. */
    sealAll: async (db: Db): Promise<void> => {
      if (!sealer) return;
      for (const id of await listUnsealed(db)) {
        const isSealed = await sealBrake(db, id, brakeSeal(sealer, id), sealer.keyNames);
        if (isSealed || told.has(id)) continue;
        told.add(id);
        logger.warn(
          { brakeId: id },
          'the watcher has another key than the API credentials: a payout brake stays unsealed, and nobody can end it',
        );
      }
    },
  };
}

function endedIdsOf(brakes: readonly Brake[]): string[] {
  return brakes.flatMap(({ id, is_on }) => (is_on ? [] : id));
}

/** Until when the payouts of a company were looked at by those who ended a brake. */
function lookedUntilOf(brakes: readonly Brake[]): (companyId: string) => number {
  const until = new Map<string | null, number>();
  for (const { company_id, looked_until_ms } of brakes) {
    until.set(company_id, Math.max(until.get(company_id) ?? 0, looked_until_ms ?? 0));
  }
  return (companyId) => Math.max(until.get(companyId) ?? 0, until.get(null) ?? 0);
}

type Usuals = Pick<Knowledge, 'usualOf' | 'largestDay'>;

function knowledgeFrom(brakes: readonly Brake[], usual: Usuals, read: Read): Knowledge {
  const on = brakes.filter(({ is_on }) => is_on);
  const idsOf = (some: readonly Brake[]): Set<string> =>
    new Set(some.flatMap(({ company_id }) => company_id ?? []));
  const lookedUntil = lookedUntilOf(brakes);
  return {
    ...usual,
    daySums: async (companyIds, now) => {
      // Of the days on which people let payouts go, only what came afterwards counts.
      const isLooked = (id: string): boolean => dayOf(lookedUntil(id)) === dayOf(now);
      const looked = companyIds.filter(isLooked).map((id) => ({ id, since: lookedUntil(id) }));
      const others = companyIds.filter((id) => !isLooked(id));
      return read(
        async (db) =>
          new Map([
            ...(await daySums(db, others, now)),
            ...(looked.length > 0 ? await sumsSince(db, looked, endedIdsOf(brakes)) : []),
          ]),
      );
    },
    stopped: { companies: idsOf(on), all: on.some(({ company_id }) => company_id === null) },
    recentlyTripped: idsOf(on.filter(({ is_recent, is_by_person }) => is_recent && !is_by_person)),
  };
}

/** The day in Kampala, as a number. */
function dayOf(at: number): number {
  return Math.floor((at + 3 * 3_600_000) / 86_400_000);
}

/** What is usual, read at most every ten minutes for each company. */
function createUsual(database: Database): Usuals {
  const known = new Map<string, { at: number; usual: Promise<unknown> }>();
  const keep = <T>(key: string, now: number, find: (db: Db) => Promise<T>): Promise<T> => {
    const found = known.get(key);
    if (found && now - found.at < usualForMs) return found.usual as Promise<T>;
    const usual = database.within(watcherScope, find);
    known.set(key, { at: now, usual });
    usual.catch(() => known.delete(key));
    return usual;
  };
  return {
    usualOf: (companyId, now) =>
      keep(companyId, now, async (db): Promise<Usual> => {
        const history = await listHistory(db, companyId, now);
        return { ...usualFrom(history, now), largestDay: await largestDay(db, companyId, now) };
      }),
    largestDay: (now) => keep('all', now, (db) => largestDay(db, null, now)),
  };
}
