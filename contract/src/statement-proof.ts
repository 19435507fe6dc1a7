import {
  decode,
  fromBase64,
  hundredthsOf,
  readStatement,
  statementIn,
  ugx,
  whole,
  Wrong,
  type ReadStatement,
  type StatementHead,
  type StatementRow,
} from './statement-file.ts';
import { checkOtherEnds } from './line-ends.ts';
import { legOf, linkHash, openingHash, sha256 } from './statement-hash.ts';

/*
 * Checks a statement that proves itself, as docs/proofs.md describes it: in Node and in browsers, with nothing
 * but what both bring along.
 */

/** As /.well-known/sente-keys.json publishes it. */
export interface PublishedKey {
  readonly id: string;
  readonly algorithm: string;
  readonly publicKey: string;
  readonly validFrom: string;
  readonly retiredAt: string | null;
}

/** `open` is what could not be checked, or is not proved by anything. */
export interface Finding {
  readonly state: 'holds' | 'fails' | 'open';
  readonly text: string;
}

/** `partly` if nothing is wrong, but something is open. */
export type Verdict = 'proved' | 'partly' | 'failed';

export interface StatementCheck {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Null if it is no statement. */
  readonly head: StatementHead | null;
  readonly rows: readonly StatementRow[];
}

const attached =
  'The statement that Sente signed is the file attached to this PDF. Save it from your PDF program and check it here: it may say something else than the pages.';
const damaged =
  'The statement that is attached to this PDF cannot be read: it was changed or damaged.';

export const holds = (text: string): Finding => ({ state: 'holds', text });
export const fails = (text: string): Finding => ({ state: 'fails', text });
export const open = (text: string): Finding => ({ state: 'open', text });

/**
 * Checks a statement, or a PDF with its statement attached: everything that can be checked, so that the findings
 * name what was changed, not only that it was.
 */
export async function checkStatement(
  file: Uint8Array<ArrayBuffer>,
  keys: readonly PublishedKey[],
): Promise<StatementCheck> {
  const { statement, pages } = await statementIn(file);
  let read: ReadStatement;
  try {
    // No program saves the lines within a PDF again: other ends there are a change, and what is read are its pages.
    const again = (original: typeof file) => checkStatement(original, keys);
    const other = pages ? null : await checkOtherEnds(statement, again);
    if (other) return other;
    read = readStatement(statement, pages ? 'PDF' : 'file');
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const isStatement = decode(statement)?.startsWith('\ufeff"Sente Statement"') ?? false;
    const text = pages && isStatement ? `${damaged} ${error.message}` : error.message;
    return { verdict: 'failed', findings: [fails(text)], head: null, rows: [] };
  }
  const { head, rows } = read;
  const unchanged = pages ? 'the data attached to this PDF is unchanged' : undefined;
  const signature = await checkSignature(read, keys, unchanged);
  const ofPages = pages && (await checkPages(head, pages));
  const content = [...(await checkContent(read)), ...checkEndOfDays(head, pages !== null)];
  const findings =
    ofPages?.state === 'fails' && signature.state === 'holds'
      ? [ofPages, ...content.filter(({ state }) => state === 'fails'), open(attached)]
      : restingOn(signature, [...content, ...(ofPages ? [ofPages] : [])]);
  return { verdict: verdictOf(findings), findings, head, rows };
}

/** What a file says of itself proves nothing if its signature is wrong: only what else is wrong with it is told. */
export function restingOn(signature: Finding, others: readonly Finding[]): Finding[] {
  const told =
    signature.state === 'fails' ? others.filter(({ state }) => state === 'fails') : others;
  return [signature, ...told];
}

const order: readonly Finding['state'][] = ['fails', 'open', 'holds'];

/** What decides the verdict is read first. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ state }) => state === 'fails')) return 'failed';
  return findings.some(({ state }) => state === 'open') ? 'partly' : 'proved';
}

/** Everything of a PDF but the attachment: people read its pages, so not a byte of them may be another one. */
async function checkPages({ Pages: signed }: StatementHead, pages: Uint8Array): Promise<Finding> {
  if (signed === undefined) {
    return open(
      'Only the attached statement is proved; its pages are not. Compare them with what is attached.',
    );
  }
  if (signed === '') {
    return fails('The statement was signed without pages: those of this PDF are not from Sente.');
  }
  return signed === (await sha256([pages]))
    ? holds('The pages of the PDF are the signed ones.')
    : fails('The pages of the PDF are not the signed ones: they were changed, or are others.');
}

/** What a file of version 1 or 2 could have; more came in parts, and the file does not tell. */
const mostOfOlder = { csv: '20000', pdf: '2000' };

/** That the end of its days is in it: people read the closing balance as that of the last day. */
function checkEndOfDays(head: StatementHead, isPdf: boolean): Finding[] {
  const { To: to, Part: part, Movements: count } = head;
  const madeAt = Date.parse(head['Made At']);
  const endOfDays = startOfDay(to) + dayMs;
  const findings: Finding[] = [];
  if (!(madeAt >= endOfDays)) {
    const text = `It was made on ${kampalaTime(madeAt)}, before ${to} was over: what moved after that is not in it.`;
    findings.push(open(text));
  } else if (madeAt < endOfDays + underWayMs) {
    const text = `It was made on ${kampalaTime(madeAt)}, less than ten minutes after ${to} was over: what was under way then is not in it. Ask for a new one.`;
    findings.push(open(text));
  }
  if (part === undefined && count === mostOfOlder[isPdf ? 'pdf' : 'csv']) {
    const text =
      'It has as many movements as fit into one file, and an older file does not tell whether more follow: ask for a new one.';
    findings.push(open(text));
  }
  return findings;
}

const dayMs = 86_400_000;
/** A movement has its time before it waits for its number, so one of a day may come after its end. */
const underWayMs = 600_000;

function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`);
}

function kampalaTime(atMs: number): string {
  const at = new Date(atMs + 10_800_000);
  return Number.isNaN(at.getTime()) ? 'no day' : at.toISOString().slice(0, 16).replace('T', ' ');
}

/* The signature */

/** What a signed file says of its signature. */
export interface SignedFile {
  readonly head: Readonly<Record<'Issuer' | 'Made At' | 'Key', string>>;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

export async function checkSignature(
  { head, signed, signature }: SignedFile,
  keys: readonly PublishedKey[],
  /** Only of what is signed: the pages around it are checked apart. */
  unchanged = 'not a character was changed since',
): Promise<Finding> {
  const id = head['Key'];
  const key = keys.find((each) => each.id === id && each.algorithm === 'Ed25519');
  if (!key)
    return fails(
      `It says it is signed with the key ${id}, which ${head.Issuer} has not published.`,
    );
  const madeAt = Date.parse(head['Made At']);
  const isInTime =
    madeAt >= Date.parse(key.validFrom) &&
    (key.retiredAt === null || madeAt <= Date.parse(key.retiredAt));
  if (!isInTime) return fails(`The key ${id} was not in use when the file says it was made.`);
  const isRight = await isSignedBy(key, signature, signed);
  if (isRight === null) {
    return open(
      'The signature was not checked: this browser does not know Ed25519. Use a current one, or client/verify-statement.',
    );
  }
  return isRight
    ? holds(`Signed by ${head.Issuer} with the key ${id}; ${unchanged}.`)
    : fails(
        'The signature does not match: the file was changed after it was signed, or somebody else signed it.',
      );
}

/** Null if that cannot be checked here. */
async function isSignedBy(
  key: PublishedKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  const bytes = fromBase64(key.publicKey);
  if (!bytes) return false;
  try {
    const imported = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', imported, signature, signed);
  } catch (error) {
    if ((error as Partial<Error>).name === 'NotSupportedError') return null;
    throw error;
  }
}

/* Sums, numbers and links */

/** What the next movement has to follow. */
interface Place {
  readonly number: bigint;
  readonly balance: bigint;
  readonly hash: string;
}

async function checkContent({ head, rows }: ReadStatement): Promise<Finding[]> {
  try {
    const first = whole(head['First Entry']);
    const start: Place = {
      number: first - 1n,
      balance: hundredthsOf(head['Opening Balance']),
      hash: head['Hash Before'],
    };
    await checkHead(head, start);
    let place = start;
    for (const row of rows) place = await checkRow(head, row, place);
    checkEnd(head, rows.length, place);
    return summaryOf(head, start, place);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return [fails(error.message)];
  }
}

async function checkHead(head: StatementHead, { number, balance, hash }: Place): Promise<void> {
  const provedFrom = whole(head['Proved From Entry']);
  if (head.Currency !== 'UGX') throw new Wrong('The currency is not UGX.');
  const [part, parts] = [whole(head.Part ?? '1'), whole(head.Parts ?? '1')];
  if (part < 1n || part > parts) throw new Wrong(`There is no part ${part} of ${parts}.`);
  if (provedFrom < 1n || number < 0n) throw new Wrong('Entries are numbered from 1.');
  if (number === 0n && balance !== 0n) throw new Wrong('An account begins with a balance of 0.');
  if (number >= provedFrom) {
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new Wrong('The hash before the first entry is missing.');
    return;
  }
  const isLast = number === provedFrom - 1n;
  const expected = isLast ? await openingOf(head, number, balance) : '';
  if (hash !== expected)
    throw new Wrong('The hash before the first entry does not fit the opening balance.');
}

/** As people know it, and as the books do: "Entry 19 (UGX 5,000 in on 2026-11-05, ID 01a1...)". */
function nameOf(row: StatementRow): string {
  const amount = row.Credit || row.Debit;
  const moved = /^\d{1,16}\.\d\d$/.test(amount) ? ugx(hundredthsOf(amount)) : amount;
  const way = row.Credit === '' ? 'out' : 'in';
  return `Entry ${row.Entry} (${moved} ${way} on ${row.Date.slice(0, 10)}, ID ${row['Transaction ID']})`;
}

async function checkRow(head: StatementHead, row: StatementRow, before: Place): Promise<Place> {
  const number = before.number + 1n;
  const name = nameOf(row);
  if (row.Entry !== String(number)) {
    throw new Wrong(
      `${name} follows entry ${before.number}: a movement is missing, added or in another place.`,
    );
  }
  const isDebit = row.Credit === '';
  const moved = isDebit ? -hundredthsOf(row.Debit) : hundredthsOf(row.Credit);
  const isOneSide = isDebit ? moved < 0n : moved > 0n && row.Debit === '';
  const balance = before.balance + moved;
  if (!isOneSide || hundredthsOf(row.Balance) !== balance) {
    throw new Wrong(
      `${name}: the balance before and the amount do not add up to the balance after it.`,
    );
  }
  checkDay(head, row, name);
  const provedFrom = whole(head['Proved From Entry']);
  if (number >= provedFrom) {
    await checkLink(head, row, name, { before, moved });
    return { number, balance, hash: row.Hash };
  }
  if (row.Hash + row.Legs !== '') throw new Wrong(`${name} moved before the chain began.`);
  const isLast = number === provedFrom - 1n;
  return { number, balance, hash: isLast ? await openingOf(head, number, balance) : '' };
}

interface Step {
  readonly before: Place;
  readonly moved: bigint;
}

async function checkLink(
  head: StatementHead,
  row: StatementRow,
  name: string,
  { before, moved }: Step,
): Promise<void> {
  const legs = row.Legs.split(' ').map(legOf);
  const own = legs.filter(({ account }) => account === head['Account ID']);
  const [leg] = own;
  const isSame =
    leg?.number === before.number + 1n &&
    leg.amount === moved &&
    leg.after === before.balance + moved;
  if (own.length !== 1 || !isSame) {
    throw new Wrong(`${name}: its legs say something else than its amounts.`);
  }
  if (legs.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) {
    throw new Wrong(`${name}: its legs do not add up to 0.`);
  }
  if (leg.previous !== before.hash) {
    throw new Wrong(
      `${name} is not linked to entry ${before.number}: this movement or the one before it was changed.`,
    );
  }
  if ((await linkHash(head['Company ID'], row, legs)) !== row.Hash) {
    throw new Wrong(`${name}: its hash is not that of its content.`);
  }
}

const startOf2000Ms = 946_684_800_000n;
const kampalaAheadMs = 10_800_000n;

/** The day of an entry is the latest of its own and those of the entries before. */
function checkDay(head: StatementHead, row: StatementRow, name: string): void {
  const movedAt = whole(row['Moved At']);
  const atMs =
    startOf2000Ms + kampalaAheadMs + (movedAt - (((movedAt % 1000n) + 1000n) % 1000n)) / 1000n;
  const date = new Date(Number(atMs));
  const shown = Number.isNaN(date.getTime())
    ? ''
    : date.toISOString().slice(0, 19).replace('T', ' ');
  if (row.Date !== shown) throw new Wrong(`${name}: its date is not when it moved.`);
  const day = shown.slice(0, 10);
  // A later part may begin with a movement that was numbered late.
  const beginsDays = row.Entry === head['First Entry'] && (head.Part ?? '1') === '1';
  if (day > head.To || (beginsDays && day < head.From)) {
    throw new Wrong(`${name}: it is not of the days ${head.From} to ${head.To}.`);
  }
}

function checkEnd(head: StatementHead, count: number, { number, balance, hash }: Place): void {
  if (head['Movements'] !== String(count) || head['Last Entry'] !== String(number)) {
    throw new Wrong(
      `It has ${count} movements and ends with entry ${number}; it should have ${head['Movements']} and end with ${head['Last Entry']}.`,
    );
  }
  if (hundredthsOf(head['Closing Balance']) !== balance) {
    throw new Wrong('The opening balance and the movements do not add up to the closing balance.');
  }
  if (head['Hash After'] !== hash) throw new Wrong('The last hash is not that of the last entry.');
}

function summaryOf(head: StatementHead, start: Place, end: Place): Finding[] {
  const count = end.number - start.number;
  const sums = holds(
    `${ugx(start.balance)} and ${count} ${count === 1n ? 'movement' : 'movements'} make ${ugx(end.balance)}.`,
  );
  if (count === 0n) return [sums, holds('Nothing moved.')];
  const numbers = holds(
    `Entries ${start.number + 1n} to ${end.number}, and none between is missing.`,
  );
  const provedFrom = whole(head['Proved From Entry']);
  const proved = end.number - (start.number >= provedFrom ? start.number : provedFrom - 1n);
  const chain =
    proved > 0n
      ? [
          holds(
            `${proved === count ? 'Every' : 'Every later'} movement has the hash of its content and of the movement before.`,
          ),
        ]
      : [];
  const isAll = start.number + 1n >= provedFrom;
  const early = isAll
    ? []
    : [
        open(
          `Entries before ${provedFrom} moved before the chain began: signature and sums hold, but no hash proves them.`,
        ),
      ];
  return [sums, numbers, ...chain, ...early];
}

function openingOf(head: StatementHead, number: bigint, balance: bigint): Promise<string> {
  return openingHash(head['Company ID'], head['Account ID'], number, balance);
}
