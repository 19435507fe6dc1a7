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
  /** Whether a single request may have caused the error; the others are then retried without it. */
  readonly mayBeOnesFault?: (error: unknown) => boolean;
}

/** Maximum number of concurrent calls; more would only queue in the database. */
const maxCalls = 3;
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

  /** In order of arrival, but groups that are not running come first: they wait for no lock. */
  function takeBatch(): Waiting<Request, Answer>[] {
    const batch = new Set<Waiting<Request, Answer>>();
    const take = (mayTake: (waiting: Waiting<Request, Answer>) => boolean): void => {
      for (const waiting of queue) {
        if (batch.size >= options.max) return;
        const { key } = waiting;
        if (batch.has(waiting) || !mayTake(waiting)) continue;
        if (key !== undefined && keysUnderWay.has(key)) continue;
        if (key !== undefined) keysUnderWay.add(key);
        batch.add(waiting);
      }
    };
    take(({ group }) => ![...groupsUnderWay].some((groups) => groups.has(group)));
    take(() => true);
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
    while (queue.length > 0 && mayCall()) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void call(batch);
    }
  }

  function mayCall(): boolean {
    const calls = groupsUnderWay.size;
    return calls === 0 || (calls < maxCalls && queue.length >= options.max);
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
