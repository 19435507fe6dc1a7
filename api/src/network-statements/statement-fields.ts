import type { Layout } from './layouts.ts';
import type { StatementLine } from './statement-line.ts';
import { readAmount, type Party, type Signed } from './statement-values.ts';

/* What the fields of a line say, in the words of its layout. */

export type Column = Exclude<keyof Layout['columns'], 'others'>;

/** Throws this for a line that cannot be read. */
export class LineProblem extends Error {}

export const plain = (header: string): string =>
  header.toLowerCase().replaceAll(/\s+/g, ' ').trim();

export function beginsWith(text: string, word: string): boolean {
  return text.startsWith(word) && !/^\w/.test(text.slice(word.length));
}

/** Of two columns one has it; a line such as an opening balance has none, and moves nothing. */
export function moneyOf({ direction }: Layout, field: (column: Column) => string): Signed {
  if (direction.by !== 'columns') {
    const amount = amountOf(field('amount'), 'amount');
    if (!amount) throw new LineProblem('There is no amount');
    return amount;
  }
  const [came, went] = [
    amountOf(field('moneyIn'), 'amount'),
    amountOf(field('moneyOut'), 'amount'),
  ];
  const moved = [came, went].filter((one) => one !== null && one.hundredths !== 0n);
  if (moved.length > 1) throw new LineProblem('Money came in and went out on one line');
  if (moved.length === 0 && field('balance') === '') throw new LineProblem('There is no amount');
  if (came?.isNegative && came.hundredths !== 0n) throw new LineProblem(contradiction);
  const isNegative = went !== null && went.hundredths !== 0n;
  return { hundredths: moved[0]?.hundredths ?? 0n, isNegative };
}

const contradiction = 'The amount has a minus, although money came in by its column or its parties';

/** What the network took besides; null if the line does not tell it. */
export function feeOf({ fees }: Layout, text: string): bigint | null {
  const fee = amountOf(text, 'fee');
  if (!fee || fee.hundredths === 0n) return fee && 0n;
  if (fee.isNegative === (fees === 'signed')) return fee.hundredths;
  const has = fee.isNegative ? 'has a' : 'has no';
  throw new LineProblem(`The fee "${text.slice(0, 40)}" ${has} minus`);
}

export function amountOf(text: string, what: string) {
  if (text === '' || text === '-') return null;
  const amount = readAmount(text);
  if (!amount) throw new LineProblem(`The ${what} "${text.slice(0, 40)}" is no number`);
  return amount;
}

export interface Sides {
  readonly isNegative: boolean;
  readonly from: Party;
  readonly to: Party;
}

export function phoneOfSides({ from, to }: Sides): string | null {
  if (from.is === 'phone' && to.is === 'phone') return null;
  if (from.is === 'phone') return from.phone;
  return to.is === 'phone' ? to.phone : null;
}

export function directionOf(
  { direction }: Layout,
  { isNegative, from, to }: Sides,
  word: string,
  ownWallets: readonly string[],
): 'in' | 'out' {
  if (direction.by === 'column') {
    const has = (words: readonly string[]): boolean =>
      words.some((one) => plain(one) === plain(word));
    if (has(direction.in) && isNegative) throw new LineProblem(contradiction);
    if (has(direction.in)) return 'in';
    if (has(direction.out)) return 'out';
    throw new LineProblem(`"${word.slice(0, 40)}" does not tell whether money came in or went out`);
  }
  if (direction.by !== 'parties') return isNegative ? 'out' : 'in';
  const told = directionOfParties(from, to, ownWallets);
  if (told === 'in' && isNegative) throw new LineProblem(contradiction);
  if (told === null && !isNegative) {
    throw new LineProblem('From and To do not tell whether money came in or went out');
  }
  return told ?? 'out';
}

function directionOfParties(
  from: Party,
  to: Party,
  ownWallets: readonly string[],
): 'in' | 'out' | null {
  const isOwn = (party: Party): boolean => party.is === 'wallet' && ownWallets.includes(party.id);
  if (isOwn(from) !== isOwn(to)) return isOwn(to) ? 'in' : 'out';
  if ((from.is === 'phone') !== (to.is === 'phone')) return from.is === 'phone' ? 'in' : 'out';
  return null;
}

export function createKindReader({ kinds }: Layout) {
  const patterns = (['reversal', 'fee', 'transfer'] as const)
    .filter((kind) => kinds[kind].length > 0)
    .map((kind) => ({ kind, pattern: wordsOf(kinds[kind]) }));
  const any = wordsOf(patterns.flatMap(({ kind }) => kinds[kind]));
  return (text: string, { from, to }: Sides, amount: bigint): StatementLine['kind'] => {
    if (amount === 0n) return 'other';
    const named = any.test(text) ? patterns.find(({ pattern }) => pattern.test(text)) : undefined;
    if (named) return named.kind;
    return from.is === 'wallet' && to.is !== 'phone' ? 'transfer' : 'payment';
  };
}

function wordsOf(words: readonly string[]): RegExp {
  const all = words.map((word) => word.replaceAll(/[^\w ]/g, '\\$&')).join('|');
  return new RegExp(all === '' ? '(?!)' : `\\b(?:${all})\\b`, 'i');
}

export function createStatusReader({ statuses }: Layout) {
  const words = new Map<string, StatementLine['status']>();
  for (const status of ['completed', 'failed', 'pending'] as const) {
    for (const word of statuses[status]) words.set(plain(word), status);
  }
  return (word: string): StatementLine['status'] => {
    if (word === '') return 'completed';
    const status = words.get(plain(word));
    if (!status) throw new LineProblem(`The status "${word.slice(0, 40)}" is not known`);
    return status;
  };
}
