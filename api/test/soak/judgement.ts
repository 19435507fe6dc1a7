/* What is measured in a soak, and what flat means. */

export const kinds = ['order', 'transfer', 'list', 'sign-in'] as const;
export type Kind = (typeof kinds)[number];

export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly indexBytes: number;
  readonly rows: number;
  readonly deadRows: number;
}

/** What one look at the server finds. */
export interface Sample {
  readonly minute: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number;
  readonly connections: number;
  readonly jobs: number;
  readonly openPayments: number;
  readonly refused: number;
  /** Events that open portals heard. */
  readonly heard: number;
  readonly answers: Readonly<Record<Kind, number>>;
  readonly medianMs: Readonly<Record<Kind, number>>;
  readonly p99Ms: Readonly<Record<Kind, number>>;
  readonly tables: readonly TableSize[];
}

export interface Finding {
  readonly what: string;
  readonly first: number;
  readonly last: number;
  readonly most: number;
  readonly isFlat: boolean;
}

/** The last quarter may be so many times the first, and so much more. */
interface Margin {
  readonly times: number;
  readonly plus: number;
}

const megabyte = 1024 * 1024;
const margins = {
  memory: { times: 1.2, plus: 32 * megabyte },
  count: { times: 1.2, plus: 10 },
  queue: { times: 1.5, plus: 100 },
  medianMs: { times: 1.5, plus: 5 },
  p99Ms: { times: 2, plus: 100 },
  /** Of what its rows need, by the first quarter: a page more for each fork, or a rest that is used again later. */
  table: { times: 1.5, plus: 8 * megabyte },
  deadRows: { times: 1.5, plus: 20_000 },
} satisfies Record<string, Margin>;

/** Compares the last quarter with the first. What has a middle by its median, memory by its lowest. */
export function judge(samples: readonly Sample[]): Finding[] {
  const length = Math.max(1, Math.floor(samples.length / 4));
  const first = samples.slice(0, length);
  const last = samples.slice(-length);
  const compare = (
    what: string,
    valueOf: (sample: Sample) => number,
    margin: Margin,
    of: (values: readonly number[]) => number = median,
  ): Finding => findingOf(what, of(first.map(valueOf)), of(last.map(valueOf)), margin);
  return [
    compare('memory', ({ rssBytes }) => rssBytes, margins.memory),
    // What is left after a collection.
    compare(
      'heap',
      ({ heapBytes }) => heapBytes,
      margins.memory,
      (all) => Math.min(...all),
    ),
    compare('open files', ({ openFiles }) => openFiles, margins.count),
    compare('connections', ({ connections }) => connections, margins.count),
    compare('jobs', ({ jobs }) => jobs, margins.queue),
    compare('open payments', ({ openPayments }) => openPayments, margins.queue),
    ...kinds.flatMap((kind) => [
      compare(`${kind}, median ms`, ({ medianMs }) => medianMs[kind], margins.medianMs),
      compare(`${kind}, 99 of 100 ms`, ({ p99Ms }) => p99Ms[kind], margins.p99Ms),
    ]),
    compare('dead rows', ({ tables }) => sum(tables, 'deadRows'), margins.deadRows),
    ...tableFindings(first.at(-1), last.at(-1)),
  ];
}

/** A table may grow with its rows, and what has no more rows may not grow. */
function tableFindings(first: Sample | undefined, last: Sample | undefined): Finding[] {
  const before = new Map(first?.tables.map((table) => [table.name, table]));
  return (last?.tables ?? []).flatMap((table) => {
    const earlier = before.get(table.name);
    if (!earlier) return [];
    const growth = Math.max(1, table.rows / Math.max(1, earlier.rows));
    const margin = { times: margins.table.times * growth, plus: margins.table.plus };
    return [
      findingOf(`table ${table.name}`, earlier.bytes, table.bytes, margin),
      findingOf(`indexes of ${table.name}`, earlier.indexBytes, table.indexBytes, margin),
    ];
  });
}

function findingOf(what: string, first: number, last: number, { times, plus }: Margin): Finding {
  const most = first * times + plus;
  return { what, first, last, most, isFlat: last <= most };
}

export function sum<Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

/** 0 of nothing. */
export function median(values: readonly number[]): number {
  return share(values, 0.5);
}

export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
