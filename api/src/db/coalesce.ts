import { DatabaseTimeout, DatabaseUnavailable } from './database-errors.ts';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly key: string | undefined;
  readonly group: string | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions<Request, Answer> {
  /** Returns results in the order of the requests, or rejects for all of them. */
  readonly send: (requests: Request[]) => Promise<Answer[]>;
  /** Requests with the same key never run at the same time: the second must see the first. */
  readonly keyOf?: (request: Request) => string | undefined;
  /**
   * Requests of one group compete for the same locks; concurrent calls share as few groups as
   * possible.
   */
  readonly groupOf?: (request: Request) => string;
  /** Requests per call. */
  readonly max: number;
  /**
   * Whether a second call may start before the first has ended, with requests of other groups only. A call costs less
   * for each of its requests the more there are, so it is no help where this process or its machine is busy already.
   */
  readonly mayOverlap?: () => boolean;
  /** Whether a single request may have caused the error; the others are then retried without it. */
  readonly mayBeOnesFault?: (error: unknown) => boolean;
}

/** Maximum number of concurrent calls; more would only queue in the database. */
const maxCalls = 3;
/** A second call with fewer requests of other groups is not worth its fixed cost. */
const fewestToOverlap = 16;
/** More waiting requests than this are refused at once. */
const maxWaiting = 20_000;

/**
 * Group commit: requests that arrive during a call go into the next call together. There is no
 * timer, so a single request never waits, and batches grow with the load.
 */
export function coalesce<Request, Answer>(
  options: CoalesceOptions<Request, Answer>,
): (request: Request) => Promise<Answer> {
  let queue: Waiting<Request, Answer>[] = [];
  const keysUnderWay = new Set<string>();
  /** One set of groups per running call. */
  const groupsUnderWay = new Set<ReadonlySet<string | undefined>>();
  let scheduled = false;

  const isUnderWay = ({ group }: Waiting<Request, Answer>): boolean =>
    [...groupsUnderWay].some((groups) => groups.has(group));

  /** In order of arrival, but groups that are not running come first: they wait for no lock. */
  function takeBatch(): Waiting<Request, Answer>[] {
    const half = mayHalve() ? halfOfGroups(queue) : null;
    const rules: ((waiting: Waiting<Request, Answer>) => boolean)[] = half
      ? [({ group }) => half.has(group)]
      : [(waiting) => !isUnderWay(waiting), mayCall];
    const batch = pick(queue, rules, options.max, keysUnderWay);
    queue = queue.filter((waiting) => !batch.has(waiting));
    return [...batch];
  }

  /** The database hangs: the others would wait as long for the same result. */
  function refuseAll(error: DatabaseTimeout): void {
    const refused = queue;
    queue = [];
    for (const { reject } of refused) reject(error);
  }

  async function call(batch: Waiting<Request, Answer>[]): Promise<void> {
    const groups = new Set(batch.map(({ group }) => group));
    groupsUnderWay.add(groups);
    // Also called early when the call is retried, so that others need not wait for it.
    const stepAside = (): void => {
      groupsUnderWay.delete(groups);
      // After the callers have continued: they may send more requests.
      schedule();
    };
    await answerAll(options, batch, { stepAside, onTimeout: refuseAll });
    for (const { key } of batch) if (key !== undefined) keysUnderWay.delete(key);
    stepAside();
  }

  function startCalls(): void {
    scheduled = false;
    while (queue.length > 0 && (mayCall() || mayOverlap())) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void call(batch);
    }
  }

  function mayCall(): boolean {
    const calls = groupsUnderWay.size;
    return calls === 0 || (calls < maxCalls && queue.length >= options.max);
  }

  /** Beside one that runs, with others than its own groups. */
  function mayOverlap(): boolean {
    if (groupsUnderWay.size !== 1 || options.mayOverlap?.() !== true) return false;
    return queue.filter((waiting) => !isUnderWay(waiting)).length >= fewestToOverlap;
  }

  /** Otherwise callers that were answered together would come together again, and there were never two calls. */
  function mayHalve(): boolean {
    const isSmall = queue.length >= 2 * fewestToOverlap && queue.length < options.max;
    return groupsUnderWay.size === 0 && isSmall && options.mayOverlap?.() === true;
  }

  function schedule(): void {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    setImmediate(startCalls);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (queue.length >= maxWaiting) {
        reject(new DatabaseUnavailable(new Error('Too many requests wait')));
        return;
      }
      const key = options.keyOf?.(request);
      queue.push({ request, key, group: options.groupOf?.(request), resolve, reject });
      schedule();
    });
}

/** What the first rule admits, then the second. No two of one key, nor one whose key is under way. */
function pick<Item extends { readonly key: string | undefined }>(
  queue: readonly Item[],
  rules: readonly ((item: Item) => boolean)[],
  max: number,
  keysUnderWay: Set<string>,
): Set<Item> {
  const batch = new Set<Item>();
  for (const isAdmitted of rules) {
    for (const item of queue) {
      if (batch.size >= max) return batch;
      const { key } = item;
      if (batch.has(item) || !isAdmitted(item)) continue;
      if (key !== undefined && keysUnderWay.has(key)) continue;
      if (key !== undefined) keysUnderWay.add(key);
      batch.add(item);
    }
  }
  return batch;
}

/** Groups with about half of the requests; null if the others would be too few for a call. */
function halfOfGroups(
  queue: readonly { readonly group: string | undefined }[],
): ReadonlySet<string | undefined> | null {
  const sizes = new Map<string | undefined, number>();
  for (const { group } of queue) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const half = new Set<string | undefined>();
  let taken = 0;
  for (const [group, size] of sizes) {
    if (taken >= queue.length / 2) break;
    half.add(group);
    taken += size;
  }
  return queue.length - taken >= fewestToOverlap ? half : null;
}

async function answerAll<Request, Answer>(
  options: CoalesceOptions<Request, Answer>,
  batch: Waiting<Request, Answer>[],
  on: { stepAside: () => void; onTimeout: (error: DatabaseTimeout) => void },
): Promise<void> {
  try {
    const answers = await options.send(batch.map(({ request }) => request));
    if (answers.length !== batch.length) throw new Error('An answer for every request');
    for (const [index, found] of answers.entries()) batch[index]?.resolve(found);
  } catch (error) {
    if (batch.length > 1 && options.mayBeOnesFault?.(error)) {
      on.stepAside();
      // Bisects the batch: one bad request, or one group that waits for a lock, is found in a few calls.
      const byGroup = batch.toSorted((a, b) => (a.group ?? '').localeCompare(b.group ?? ''));
      const middle = batch.length / 2;
      const halves = [byGroup.slice(0, middle), byGroup.slice(middle)];
      await Promise.all(halves.map((half) => answerAll(options, half, on)));
    } else {
      for (const waiting of batch) waiting.reject(error);
      if (error instanceof DatabaseTimeout) on.onTimeout(error);
    }
  }
}
