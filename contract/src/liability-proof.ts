import { digest, leafOf, positive, rootOf, type PathNode } from './liability-path.ts';
import { decode, fromBase64, readCsv, ugx, whole, Wrong } from './statement-file.ts';
import { checkOtherEnds } from './line-ends.ts';
import { sha256 } from './statement-hash.ts';
import {
  checkSignature,
  fails,
  holds,
  restingOn,
  verdictOf,
  type Finding,
  type PublishedKey,
  type Verdict,
} from './statement-proof.ts';

/* Checks a proof of liabilities, as docs/proofs.md describes it: in Node and in browsers. */

const liabilityHeadNames = [
  'Sente Liabilities',
  'Issuer',
  'Day',
  'Currency',
  'Companies',
  'Shares',
  'Liabilities',
  'Below Zero',
  'System Accounts',
  'Held',
  'Root',
  'Heads',
  'Previous',
  'Made At',
  'Key',
] as const;
type HeadName = (typeof liabilityHeadNames)[number];
/** The version that brought a line: days that were signed before have none. */
const since = { Held: 2, Previous: 2, Shares: 3 } as const;
type Added = keyof typeof since;
export type LiabilityHead = Readonly<
  Record<Exclude<HeadName, Added>, string> & Partial<Record<Added, string>>
>;

/** The names of the lines of a version. */
export function liabilityHeadNamesOf(version: string): HeadName[] {
  const versions: Readonly<Partial<Record<HeadName, number>>> = since;
  return liabilityHeadNames.filter((name) => (versions[name] ?? 1) <= Number(version));
}

/**
 * What only the company is told. Its balance is one leaf of the tree, or, from version 3 on, is split over several: the
 * lines of each share follow its own.
 */
export const wholeNames = ['Company ID', 'Nonce', 'Balance', 'Leaf'] as const;
export const splitNames = ['Company ID', 'Balance'] as const;
export const shareNames = ['Nonce', 'Share', 'Leaf'] as const;
type OwnLines = Readonly<Record<(typeof splitNames)[number], string>>;
export const pathColumns = ['Path Hash', 'Path Sum'] as const;

export interface LiabilityCheck {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Null if it is no such proof. */
  readonly liability: (LiabilityHead & OwnLines) | null;
  /** Of what is signed, which the next day names. */
  readonly hash: string | null;
}

interface Share {
  readonly nonce: string;
  readonly amount: string;
  readonly position: bigint;
  readonly path: readonly PathNode[];
}

interface ReadProof {
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly head: LiabilityHead;
  readonly own: OwnLines;
  readonly shares: readonly Share[];
}

const start = '\ufeff"Sente Liabilities","';

export function isLiabilityProof(file: Uint8Array<ArrayBuffer>): boolean {
  return decode(file)?.startsWith(start) ?? false;
}

export async function checkLiabilities(
  file: Uint8Array<ArrayBuffer>,
  keys: readonly PublishedKey[],
): Promise<LiabilityCheck> {
  let read: ReadProof;
  try {
    const other = await checkOtherEnds(file, (original) => checkLiabilities(original, keys));
    if (other) return other;
    read = readProof(file);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { verdict: 'failed', findings: [fails(error.message)], liability: null, hash: null };
  }
  const findings = restingOn(await checkSignature(read, keys), await checkContent(read));
  const liability = { ...read.head, ...read.own };
  return { verdict: verdictOf(findings), findings, liability, hash: await sha256([read.signed]) };
}

const signatureLine = /"Signature","([A-Za-z0-9+/]{86}==)"\r\n/;

function readProof(file: Uint8Array<ArrayBuffer>): ReadProof {
  const text = decode(file);
  if (!text || !/^\ufeff"Sente Liabilities","[123]"\r\n/.test(text)) {
    throw new Wrong('This is no proof of liabilities of version 1, 2 or 3.');
  }
  const found = signatureLine.exec(text);
  const signature = found?.[1] && fromBase64(found[1]);
  if (!found || !signature) throw new Wrong('The signature is missing or was changed.');
  const rest = text.slice(found.index + found[0].length);
  // A reader drops one at the beginning of a value; here none is needed.
  if (rest.includes("'")) throw new Wrong('The part of the company is not written as it was.');
  const head = readHead(text.slice(1, found.index));
  return {
    signed: new TextEncoder().encode(text.slice(0, found.index)) as Uint8Array<ArrayBuffer>,
    signature,
    head,
    ...(head.Shares === undefined ? readWhole : readSplit)(readCsv(rest)),
  };
}

type Lines = readonly (readonly string[])[];

/** One leaf, as before version 3. */
function readWhole(lines: Lines): Pick<ReadProof, 'own' | 'shares'> {
  const count = wholeNames.length;
  const own = named(lines.slice(0, count), wholeNames);
  const share = { nonce: own.Nonce, amount: own.Balance, position: whole(own.Leaf) };
  return { own, shares: [{ ...share, path: readPath(lines.slice(count)) }] };
}

function readSplit(lines: Lines): Pick<ReadProof, 'own' | 'shares'> {
  const own = named(lines.slice(0, splitNames.length), splitNames);
  const starts = lines.flatMap(([name], index) => (name === shareNames[0] ? [index] : []));
  if ((starts[0] ?? splitNames.length) !== splitNames.length) {
    throw new Wrong('Something is between the balance and its shares.');
  }
  const shares = starts.map((start, index) => {
    const [first, end] = [start + shareNames.length, starts[index + 1]];
    const { Nonce: nonce, Share: amount, Leaf } = named(lines.slice(start, first), shareNames);
    return { nonce, amount, position: whole(Leaf), path: readPath(lines.slice(first, end)) };
  });
  return { own, shares };
}

function readPath([columns, ...lines]: Lines): PathNode[] {
  if (columns?.join() !== pathColumns.join()) throw new Wrong('The path is missing.');
  return lines.map(nodeOf);
}

/** What was signed, without the byte-order mark. */
function readHead(text: string): LiabilityHead {
  const lines = readCsv(text);
  return named(lines, liabilityHeadNamesOf(lines[0]?.[1] ?? ''));
}

/** Whether the signature of a document is right. */
export function checkDocument(
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  keys: readonly PublishedKey[],
): Promise<Finding> {
  return checkSignature({ head: readLiabilityHead(signed), signed, signature }, keys);
}

/** Of the signed document alone. */
export function readLiabilityHead(document: Uint8Array<ArrayBuffer>): LiabilityHead {
  return readHead((decode(document) ?? '').slice(1));
}

function named<Name extends string>(
  lines: readonly (readonly string[])[],
  names: readonly Name[],
): Record<Name, string> {
  const isRight =
    lines.length === names.length &&
    lines.every((line, index) => line.length === 2 && line[0] === names[index]);
  if (!isRight) throw new Wrong(`The lines ${names[0]} to ${names.at(-1)} are not complete.`);
  return Object.fromEntries(lines) as Record<Name, string>;
}

function nodeOf([hash = '', sum = '', ...rest]: readonly string[]): PathNode {
  if (rest.length > 0) throw new Wrong('A step of the path has too many values.');
  return { hash: digest(hash), sum: positive(sum) };
}

async function checkContent({ head, own, shares }: ReadProof): Promise<Finding[]> {
  try {
    if (head.Currency !== 'UGX') throw new Wrong('The currency is not UGX.');
    const count = whole(head.Companies);
    const balance = positive(own.Balance);
    const sum = positive(head.Liabilities);
    await checkShares(head, own, shares);
    checkBooks(head, sum);
    const part = `${ugx(balance)} of the company are in the ${ugx(sum)} that Sente owes to ${count}`;
    return [
      holds(`${part} ${count === 1n ? 'company' : 'companies'} at the end of ${head.Day}.`),
      holds(`With the accounts of the provider and the networks the books of the day sum to zero.`),
      ...checkHeld(head, sum),
    ];
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return [fails(error.message)];
  }
}

/** All shares of the company are there, each at a place of its own, and lead to the root. */
async function checkShares(
  head: LiabilityHead,
  own: OwnLines,
  shares: readonly Share[],
): Promise<void> {
  const each = whole(head.Shares ?? '1');
  if (each < 1n || BigInt(shares.length) !== each) {
    throw new Wrong(`The balance has ${each} shares in the tree, and the proof ${shares.length}.`);
  }
  if (new Set(shares.map(({ position }) => position)).size !== shares.length) {
    throw new Wrong('Two shares are the same leaf.');
  }
  const count = whole(head.Companies) * each;
  for (const { nonce, amount, position, path } of shares) {
    const leaf = await leafOf(own['Company ID'], nonce, positive(amount));
    const root = await rootOf(leaf, { position, count }, path);
    if (root.hash !== digest(head.Root) || root.sum !== positive(head.Liabilities)) {
      throw new Wrong('The balance and the path do not lead to the signed root.');
    }
  }
  const sum = shares.reduce((total, { amount }) => total + positive(amount), 0n);
  if (sum !== positive(own.Balance)) throw new Wrong('The shares do not add up to the balance.');
}

/** What companies have, less what others are below zero, is what the other accounts lack. */
function checkBooks(head: LiabilityHead, liabilities: bigint): void {
  digest(head.Heads);
  const others = head['System Accounts'].split(' ').filter(Boolean);
  const sum = others.reduce((total, text) => {
    const [, amount] = /^[a-z]+:[A-Z]*:(-?\d+)$/.exec(text) ?? [];
    if (amount === undefined) throw new Wrong(`"${text}" is no system account.`);
    return total + whole(amount);
  }, 0n);
  if (liabilities - positive(head['Below Zero']) + sum !== 0n) {
    throw new Wrong('The books of the day do not sum to zero.');
  }
}

const heldWords: Readonly<Record<string, string>> = { AIRTEL: 'Airtel', BANK: 'the bank' };

const partly = ' (of a part of the day only)';

/** What networks and bank had by their statements: it is signed, and not proved by the books. */
function checkHeld(head: LiabilityHead, liabilities: bigint): Finding[] {
  const { Held: held, Previous: previous } = head;
  if (held === undefined || previous === undefined) return [];
  if (previous !== '') digest(previous);
  const [told, untold]: [string[], string[]] = [[], []];
  let total = 0n;
  for (const text of held.split(' ').filter(Boolean)) {
    const [, place = '', amount, source] =
      /^([A-Z]+):(?:(-?\d+):(statement|part)|:unknown)$/.exec(text) ?? [];
    if (place === '') throw new Wrong(`"${text}" is nothing that is held.`);
    const name = heldWords[place] ?? place;
    if (amount !== undefined) total += whole(amount);
    if (amount === undefined) untold.push(name);
    else told.push(`${ugx(whole(amount))} at ${name}${source === 'part' ? partly : ''}`);
  }
  const unknown = untold.length > 0 ? ` No statement told what was at ${untold.join(', ')}.` : '';
  const known = told.length > 0 ? `Signed beside it, by statements: ${told.join(', ')}.` : '';
  const compared =
    told.length === 0 || untold.length > 0
      ? `So it cannot be compared with the ${ugx(liabilities)} that are owed.`
      : gapText(head, liabilities, total);
  return [holds(`${known}${unknown}`.trim() || 'No places are signed beside it.'), holds(compared)];
}

/** Why more or less is held than is owed: by the books what belongs to the provider, and the rest. */
function gapText(head: LiabilityHead, liabilities: bigint, held: bigint): string {
  const booked = head['System Accounts'].split(' ').reduce((sum, text) => {
    const [kind, , amount = '0'] = text.split(':');
    return kind === 'clearing' || kind === 'settlement' ? sum - whole(amount) : sum;
  }, 0n);
  const [gap, own, rest] = [held - liabilities, booked - liabilities, held - booked];
  const owed = `${ugx(held)} are held and ${ugx(liabilities)} are owed to companies`;
  if (gap === 0n && rest === 0n) return `${owed}: the same.`;
  return (
    `${owed}: ${moreOf(gap)} held than owed. By the books it would be ${moreOf(own)}, for fees, taxes and other accounts of ` +
    `the provider. ${moreOf(rest)} is there than the books say: under way at the end of the day, or there before the first statement.`
  );
}

function moreOf(amount: bigint): string {
  return amount < 0n ? `${ugx(-amount)} less` : `${ugx(amount)} more`;
}
