import { plainArray, textArray } from '../db/array-literal.ts';
import type { StatementLine } from './statement-line.ts';

export interface KeyedLine extends StatementLine {
  readonly key: string;
  /** The how manyth equal line of its file it is; null if no other layout can have told it. */
  readonly occurrence: number | null;
}

const amounts = (values: readonly (bigint | number | null)[]): string =>
  plainArray(values.map((value) => value ?? undefined));

/** What no line of a layout has is an array without values, which the rows of all others fill with nulls. */
function orNone<T>(
  values: readonly (T | null)[],
  write: (values: readonly (T | null)[]) => string,
): string {
  return values.every((value) => value === null) ? '{}' : write(values);
}

/** Each column of a query over lines: its type, and the array of its values. */
const columns = {
  n: ['int', (lines) => plainArray(lines.map(({ lineNumber }) => lineNumber))],
  k: ['uuid', (lines) => plainArray(lines.map(({ key }) => key))],
  r: ['text', (lines) => textArray(lines.map(({ reference }) => reference))],
  o: [
    'text',
    (lines) =>
      orNone(
        lines.map(({ orderId }) => orderId),
        textArray,
      ),
  ],
  p: ['text', (lines) => textArray(lines.map(({ phone }) => phone))],
  a: ['bigint', (lines) => plainArray(lines.map(({ atMs }) => atMs))],
  d: ['text', (lines) => plainArray(lines.map(({ direction }) => direction))],
  m: ['bigint', (lines) => plainArray(lines.map(({ amount }) => amount))],
  f: [
    'bigint',
    (lines) =>
      orNone(
        lines.map(({ fee }) => fee),
        amounts,
      ),
  ],
  b: [
    'bigint',
    (lines) =>
      orNone(
        lines.map(({ balanceAfter }) => balanceAfter),
        amounts,
      ),
  ],
  kind: ['text', (lines) => plainArray(lines.map(({ kind }) => kind))],
  s: ['text', (lines) => plainArray(lines.map(({ status }) => status))],
  t: ['text', (lines) => textArray(lines.map(({ text }) => text))],
  c: [
    'int',
    (lines) =>
      orNone(
        lines.map(({ occurrence }) => occurrence),
        amounts,
      ),
  ],
} satisfies Record<string, [type: string, values: (lines: readonly KeyedLine[]) => string]>;

const names = Object.keys(columns);
const first = 3;
const arrays = Object.values(columns).map(([type], index) => `$${first + index}::${type}[]`);

/** The lines as rows, from the third parameter of a query on. */
export const givenLines = `(
    select ${names.map((name) => (name === 'a' ? 'to_timestamp(a::float8 / 1000) as a' : name)).join(', ')}
    from unnest(${arrays.join(', ')}) as l (${names.join(', ')})
  )`;
/** The parameter after them. */
export const afterLines = `$${first + arrays.length}`;

export function valuesOf(lines: readonly KeyedLine[]): string[] {
  return Object.values(columns).map(([, values]) => values(lines));
}
