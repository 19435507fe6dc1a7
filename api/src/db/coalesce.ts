import { DatabaseUnavailable } from './database.ts';

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly key: string | undefined;
  readonly group: string | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions<Request, Answer> {
  /** Answers in the order of the requests, or fails for all of them. */
  readonly send: (requests: Request[]) => Promise<Answer[]>;
  /** Requests with the same key are never under way together: the second must see the first. */
  readonly keyOf?: (request: Request) => string;
  /** Requests of one group wait for the same locks; calls under way at once share as few as may be. */
  readonly groupOf?: (request: Request) => string;
  /** Requests per call. */
  readonly max: number;
  /** Whether one request may have spoilt the call for the others; the rest is then sent without it. */
  readonly mayBeOnesFault?: (error: unknown) => boolean;
}

/** While one call is answered, full ones are already on their way; more than these only wait in line. */
const maxCalls = 3;
/** Beyond that it is kinder to say no at once. */
const maxWaiting = 20_000;

/**
 * Group commit: what arrives while a call is under way goes into the next call, all together. There
 * is no timer, so a lone request waits for nobody, and the busier it gets the larger the calls.
 */
export function coalesce<Request, Answer>(
  options: CoalesceOptions<Request, Answer>,
): (request: Request) => Promise<Answer> {
  let queue: Waiting<Request, Answer>[] = [];
  const keysUnderWay = new Set<string>();
  /** One set of groups for each call under way. */
  const groupsUnderWay = new Set<ReadonlySet<string | undefined>>();
  let scheduled = false;

  /** In order of arrival, but first those whose group is not under way: they wait for no lock. */
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

  async function call(batch: Waiting<Request, Answer>[]): Promise<void> {
    const groups = new Set(batch.map(({ group }) => group));
    groupsUnderWay.add(groups);
    // Also before the end when the call is in trouble: what waits behind it need not wait for that.
    const stepAside = (): void => {
      groupsUnderWay.delete(groups);
      // After the answered callers had their turn: they may ask for more.
      schedule();
    };
    await answerAll(options, batch, stepAside);
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
  stepAside: () => void,
): Promise<void> {
  try {
    const answers = await options.send(batch.map(({ request }) => request));
    if (answers.length !== batch.length) throw new Error('An answer for every request');
    for (const [index, found] of answers.entries()) batch[index]?.resolve(found);
  } catch (error) {
    if (batch.length > 1 && options.mayBeOnesFault?.(error)) {
      stepAside();
      // By halves: one among hundreds is found in a few calls.
      const middle = batch.length / 2;
      const halves = [batch.slice(0, middle), batch.slice(middle)];
      await Promise.all(halves.map((half) => answerAll(options, half, stepAside)));
    } else {
      for (const waiting of batch) waiting.reject(error);
    }
  }
}
