import type { Database, Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { platformScope } from '../db/scope.ts';
import { endStored } from '../approvals/expiry.ts';
import {
  placeWords,
  statementPlaces,
  type StatementPlace,
} from '@sente/contract/network-statements';
import { fromHundredths } from '@sente/contract/money';
import { databaseNow } from '../db/clock.ts';
import { tellChange } from '../notifications/look-states.ts';
import { readUnexplained } from './float.ts';
import { closeAnswered, listEndedProposals, openCases } from './cases.queries.ts';
import { countOnDays } from './days-of-lines.queries.ts';
import { applyTariffs } from './expected-fees.ts';
import { matchBatches } from './match-batches.queries.ts';
import { findUnbooked, matchPayments, matchReversals, type Range } from './match.queries.ts';
import {
  listFilesToTake,
  markTaken,
  readBalances,
  takeBookings,
  takeLines,
} from './take.queries.ts';
import type { Tariff } from './tariffs.ts';
import { netReversals } from './undone.queries.ts';

/** So many that a statement takes a second or less. */
const batchSize = 10_000;
const caseBatchSize = 1_000;
const feeBatchSize = 200;

/**
 * Matches what the networks say with what the ledger says. Each batch is a transaction of its own under
 * one lock, so that instances take turns; a run that is cut off is continued by the next.
 */
export function runMatching(
  database: Database,
  { limit = batchSize, tariffs = [] }: { limit?: number; tariffs?: readonly Tariff[] } = {},
): Promise<void> {
  return matchWithin((work) => database.within(platformScope, work, 'matching'), limit, tariffs);
}

/** The same with transactions of the caller. */
export async function matchWithin(
  within: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  limit = batchSize,
  tariffs: readonly Tariff[] = [],
): Promise<void> {
  const locked = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    within(async (db) => {
      await lockReconciliation(db);
      return work(db);
    });
  let isNew = false;
  while ((await locked((db) => takeBookings(db, limit))) > 0) isNew = true;
  const files = await locked(listFilesToTake);
  // Lines that wait have the first choice; from here on only what is taken can find something.
  if (isNew && files.length > 0) await locked(matchAll);
  for (const fileId of files) {
    let after: string | null = '0';
    while (after !== null) {
      const from: string = after;
      after = await locked(async (db) => {
        const last = await takeLines(db, fileId, from, limit);
        if (last === null) {
          await markTaken(db, fileId);
          await countOnDays(db, fileId);
        } else await matchLines(db, { after: from, last });
        return last;
      });
    }
  }
  await locked(async (db) => {
    await readBalances(db);
    await matchAll(db);
  });
  await locked(findUnbooked);
  await locked(async (db) => {
    const closed = await closeAnswered(db);
    if (closed > 0) db.changed({ topic: 'approvals', companyId: null });
  });
  // Without the lock: approvers hold their request before they wait for it.
  await within(async (db) => {
    const ended = await listEndedProposals(db);
    if (ended.length > 0) await endStored(db, ended);
  });
  while (
    await locked(async (db) => {
      const { opened, hasMore } = await openCases(db, caseBatchSize);
      if (opened > 0) db.changed({ topic: 'approvals', companyId: null });
      return hasMore;
    })
  );
  // One network at a time, as accounts are locked.
  for (const network of new Set(tariffs.map((tariff) => tariff.network))) {
    while (await locked((db) => applyTariffs(db, network, tariffs, feeBatchSize)));
  }
  // Only a statement changes what a balance says.
  if (files.length > 0) await within(tellFloats);
}

async function matchAll(db: Db): Promise<void> {
  await netReversals(db);
  await matchLines(db);
  await matchReversals(db);
}

async function matchLines(db: Db, range?: Range): Promise<void> {
  await matchBatches(db);
  await matchPayments(db, range);
}

/** Takes what was booked since the last run, and matches it. The caller holds the lock. */
export async function matchNewBookings(db: Db): Promise<void> {
  let isNew = false;
  while ((await takeBookings(db, batchSize)) > 0) isNew = true;
  if (isNew) await matchAll(db);
}

/** Tells staff when a float cannot be explained, and when it can be again. */
export async function tellFloats(db: Db): Promise<void> {
  const unexplained = await readUnexplained(db);
  for (const network of statementPlaces) {
    const found = unexplained.find((one) => one.network === network);
    await tellChange(db, new Date(databaseNow()), {
      kind: 'float-unexplained',
      key: floatKey(network),
      isOn: found !== undefined,
      data: {
        name: placeWords[network],
        ...(found && { amount: fromHundredths(found.amount), from: found.day, by: found.by }),
      },
    });
  }
}

export const floatKey = (network: StatementPlace): string => `float:${network}`;

/**
 * Held by matching for a batch, and while a case is settled. The order of locks: the request of an approver,
 * this one, payments by their ids, accounts. Who holds this one locks no request.
 */
export async function lockReconciliation(db: Db): Promise<void> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.reconciliation]);
}
