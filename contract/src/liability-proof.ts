import { decode, fromBase64, hundredthsOf, readCsv, ugx, whole, Wrong } from './statement-file.ts';
import { hex, int, sha256, utf8, uuid } from './statement-hash.ts';
import {
  checkSignature,
  fails,
  holds,
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
/** Days that were signed before have version 1. */
const sinceVersion2 = ['Held', 'Previous'] as const;
type Since2 = (typeof sinceVersion2)[number];
export type LiabilityHead = Readonly<
  Record<Exclude<(typeof liabilityHeadNames)[number], Since2>, string> &
    Partial<Record<Since2, string>>
>;

/** The names of the lines of a version. */
export function liabilityHeadNamesOf(version: string): (keyof LiabilityHead)[] {
  return liabilityHeadNames.filter(
    (name) => version !== '1' || !(sinceVersion2 as readonly string[]).includes(name),
  );
}

/** What only the company is told. */
export const liabilityOwnNames = ['Company ID', 'Nonce', 'Balance', 'Leaf'] as const;
type OwnLines = Readonly<Record<(typeof liabilityOwnNames)[number], string>>;
export const pathColumns = ['Path Hash', 'Path Sum'] as const;

export interface LiabilityCheck {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Null if it is no such proof. */
  readonly liability: (LiabilityHead & OwnLines) | null;
  /** Of what is signed, which the next day names. */
  readonly hash: string | null;
}

interface Node {
  readonly hash: string;
  readonly sum: bigint;
}

interface ReadProof {
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly head: LiabilityHead;
  readonly own: OwnLines;
  readonly path: readonly Node[];
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
    read = readProof(file);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { verdict: 'failed', findings: [fails(error.message)], liability: null, hash: null };
  }
  const findings = [await checkSignature(read, keys), ...(await checkContent(read))];
  const liability = { ...read.head, ...read.own };
  return { verdict: verdictOf(findings), findings, liability, hash: await sha256([read.signed]) };
}

const signatureLine = /"Signature","([A-Za-z0-9+/]{86}==)"\r\n/;

function readProof(file: Uint8Array<ArrayBuffer>): ReadProof {
  const text = decode(file);
  if (!text || !/^\ufeff"Sente Liabilities","[12]"\r\n/.test(text)) {
    throw new Wrong('This is no proof of liabilities of version 1 or 2.');
  }
  const found = signatureLine.exec(text);
  const signature = found?.[1] && fromBase64(found[1]);
  if (!found || !signature) throw new Wrong('The signature is missing or was changed.');
  const rest = text.slice(found.index + found[0].length);
  // A reader drops one at the beginning of a value; here none is needed.
  if (rest.includes("'")) throw new Wrong('The part of the company is not written as it was.');
  const lines = readCsv(rest);
  const count = liabilityOwnNames.length;
  if (lines[count]?.join() !== pathColumns.join()) throw new Wrong('The path is missing.');
  return {
    signed: new TextEncoder().encode(text.slice(0, found.index)) as Uint8Array<ArrayBuffer>,
    signature,
    head: readHead(text.slice(1, found.index)),
    own: named(lines.slice(0, count), liabilityOwnNames),
    path: lines.slice(count + 1).map(nodeOf),
  };
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

function nodeOf([hash = '', sum = '', ...rest]: readonly string[]): Node {
  if (rest.length > 0) throw new Wrong('A step of the path has too many values.');
  return { hash: digest(hash), sum: positive(sum) };
}

async function checkContent({ head, own, path }: ReadProof): Promise<Finding[]> {
  try {
    if (head.Currency !== 'UGX') throw new Wrong('The currency is not UGX.');
    const count = whole(head.Companies);
    const position = whole(own.Leaf);
    const leaf = await leafOf(own['Company ID'], own.Nonce, positive(own.Balance));
    const root = await rootOf(leaf, { position, count }, path);
    const sum = positive(head.Liabilities);
    if (root.hash !== digest(head.Root) || root.sum !== sum) {
      throw new Wrong('The balance and the path do not lead to the signed root.');
    }
    checkBooks(head, sum);
    const part = `${ugx(leaf.sum)} of the company are in the ${ugx(sum)} that Sente owes to ${count}`;
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

async function leafOf(company: string, nonce: string, sum: bigint): Promise<Node> {
  const blinded = await sha256([utf8('sente.company.1'), uuid(company), hex(digest(nonce))]);
  return {
    hash: await sha256([leafByte, utf8('sente.liability.1'), hex(blinded), int(sum)]),
    sum,
  };
}

/** The tree has the shape of RFC 6962: position and count say on which side each step is. */
async function rootOf(
  leaf: Node,
  { position, count }: { position: bigint; count: bigint },
  path: readonly Node[],
): Promise<Node> {
  if (position < 0n || position >= count) throw new Wrong('There is no such leaf in the tree.');
  let [at, last] = [position, count - 1n];
  let node = leaf;
  for (const other of path) {
    if (last === 0n) throw new Wrong('The path is too long.');
    if (at % 2n === 1n || at === last) {
      node = await nodeOver(other, node);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else {
      node = await nodeOver(node, other);
    }
    [at, last] = [at / 2n, last / 2n];
  }
  if (last !== 0n) throw new Wrong('The path is too short.');
  return node;
}

const leafByte = Uint8Array.of(0);
const nodeByte = Uint8Array.of(1);

async function nodeOver(left: Node, right: Node): Promise<Node> {
  const parts = [left, right].flatMap(({ hash, sum }) => [hex(hash), int(sum)]);
  return { hash: await sha256([nodeByte, ...parts]), sum: left.sum + right.sum };
}

function digest(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Wrong(`"${text}" is no hash.`);
  return text;
}

/** A negative amount anywhere would hide what is owed to others. */
function positive(text: string): bigint {
  const amount = hundredthsOf(text);
  if (amount < 0n) throw new Wrong(`"${text}" is below zero.`);
  return amount;
}
