import { createReadStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { maxKeptBadLines, type StatementPlace } from '@sente/contract/network-statements';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { readRecords } from './csv-records.ts';
import type { KeyedLine } from './given-lines.ts';
import type { Layout } from './layouts.ts';
import {
  addCounts,
  failFile,
  finishFile,
  hasLinesWithoutId,
  insertBadLines,
  insertLines,
  type Counted,
  type NewFile,
} from './network-statements.queries.ts';
import { createEnds } from './statement-ends.ts';
import {
  createLineKeys,
  createOccurrences,
  type BadLine,
  type StatementLine,
} from './statement-line.ts';
import { createStatementReader, isBad } from './statement-reader.ts';
import { StatementRefused } from './statement-refused.ts';
import { hasOtherWay, insertTellings } from './statement-tellings.queries.ts';
import { claimFile, findByChecksum, findImporting } from './claim-file.queries.ts';

/** The lines of a statement, piece by piece. */
export interface StatementContent {
  /** Its name; null while it is not known. */
  layout(): string | null;
  readonly pieces: AsyncIterable<readonly (StatementLine | BadLine)[]>;
}

interface Imported {
  readonly fileId: string;
  /** False if the same content was there already, or is being imported. */
  readonly isNew: boolean;
}

/** Each batch is a transaction of its own: a long import holds no locks and shows how far it is. */
const batchSize = 5_000;

/** Throws StatementRefused if nothing of it can be read; the record then says why. */
export async function importStatement(
  database: Database,
  given: Omit<NewFile, 'id'>,
  content: StatementContent,
  onDone: (db: Db, fileId: string, counted: Counted) => Promise<void> = async () => {},
): Promise<Imported> {
  const within = <T>(work: (db: Db) => Promise<T>) => database.within(platformScope, work);
  const id = await claim(within, given);
  if (id === undefined) {
    const known = await within((db) => findByChecksum(db, given.network, given.checksum));
    if (!known) throw new Error('A statement vanished while it was claimed');
    return { fileId: known.id, isNew: false };
  }
  try {
    await importContent(within, { ...given, id }, content, onDone);
  } catch (error) {
    const problem =
      error instanceof StatementRefused ? error.message : 'The import broke off. Import it again.';
    await within((db) => failFile(db, id, problem));
    throw error;
  }
  return { fileId: id, isNew: true };
}

type Within = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** People wait for the statement before theirs; the server comes again by itself. */
const waitsMs = 60_000;
const looksEveryMs = 250;

/** Once no other statement of the place is being imported. */
async function claim(within: Within, given: Omit<NewFile, 'id'>): Promise<string | undefined> {
  const until = Date.now() + (given.importedBy === null ? 0 : waitsMs);
  for (;;) {
    const found = await within(async (db) => {
      const other = await findImporting(db, given);
      return other === null ? { id: await claimFile(db, { ...given, id: uuidV7() }) } : { other };
    });
    if ('id' in found) return found.id;
    if (Date.now() >= until) {
      const text = `${found.other} is being imported. Import this one when that is done.`;
      throw new StatementRefused(text);
    }
    await setTimeout(looksEveryMs);
  }
}

async function importContent(
  within: Within,
  file: NewFile,
  content: StatementContent,
  onDone: (db: Db, fileId: string, counted: Counted) => Promise<void>,
): Promise<void> {
  const keyOf = createLineKeys();
  // Nobody else imports lines of this place meanwhile.
  const hasOthers = await within((db) => hasLinesWithoutId(db, file.network));
  const isToldTwice = await within((db) => hasOtherWay(db, file));
  const occurrenceOf = createOccurrences(hasOthers);
  const ends = createEnds();
  const counted = { new: 0, known: 0, bad: 0 };
  let lines: KeyedLine[] = [];
  let bad: BadLine[] = [];
  /** While a batch is stored, the next one is read. */
  let storing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await storing;
    storing = store(lines, bad);
    // Thrown where it is awaited.
    storing.catch(() => {});
    lines = [];
    bad = [];
  };
  const store = async (waiting: KeyedLine[], wrong: BadLine[]): Promise<void> => {
    const kept = wrong.slice(0, Math.max(0, maxKeptBadLines - counted.bad));
    const added = await within(async (db) => {
      if (isToldTwice && waiting.length > 0) await insertTellings(db, file, waiting);
      const fresh = waiting.length > 0 ? await insertLines(db, file, waiting) : 0;
      if (kept.length > 0) await insertBadLines(db, file.id, kept);
      const known = waiting.length - fresh;
      await addCounts(db, file.id, content.layout(), { new: fresh, known, bad: wrong.length });
      return fresh;
    });
    counted.new += added;
    counted.known += waiting.length - added;
    counted.bad += wrong.length;
  };
  for await (const piece of content.pieces) {
    for (const line of piece) {
      if (isBad(line)) {
        bad.push(line);
      } else {
        ends.take(line);
        lines.push({ ...line, key: keyOf(line), occurrence: occurrenceOf(line) });
      }
      if (lines.length + bad.length >= batchSize) await flush();
    }
  }
  await flush();
  await storing;
  if (counted.new + counted.known + counted.bad === 0) {
    throw new StatementRefused('The file has a header, but no line below it.');
  }
  await within(async (db) => {
    const read = ends.read();
    // An account of a bank has no wallets.
    const wallet = file.network === 'BANK' ? 'both' : read.wallet;
    await finishFile(db, file.id, { ...read, wallet });
    await onDone(db, file.id, counted);
  });
}

/** The lines of a CSV file in one of the layouts of its place. */
export function csvStatement(
  path: string,
  network: StatementPlace,
  layouts: readonly Layout[],
): StatementContent {
  const reader = createStatementReader(network, layouts);
  async function* pieces(): AsyncGenerator<(StatementLine | BadLine)[]> {
    for await (const records of readRecords(createReadStream(path), () => reader.separator())) {
      yield records.map((record) => reader.take(record)).filter((line) => line !== null);
    }
    reader.end();
  }
  return { layout: () => reader.layout()?.name ?? null, pieces: pieces() };
}
