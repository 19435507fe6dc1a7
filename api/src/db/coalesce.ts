interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly key: string | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions<Request, Answer> {
  /** Answers in the order of the requests, or fails for all of them. */
  readonly send: (requests: Request[]) => Promise<Answer[]>;
  /** Requests with the same key are never under way together: the second must see the first. */
  readonly keyOf?: (request: Request) => string;
  /** Requests per call. */
  readonly max: number;
  /** Whether one request may have spoilt the call for the others; each is then sent alone. */
  readonly mayBeOnesFault?: (error: unknown) => boolean;
}

/** While one call is answered the next full one is already on its way; more only wait in line. */
const maxCalls = 2;

/**
 * Group commit: what arrives while a call is under way goes into the next call, all together. There
 * is no timer, so a lone request waits for nobody, and the busier it gets the larger the calls.
 */
export function coalesce<Request, Answer>(
  options: CoalesceOptions<Request, Answer>,
): (request: Request) => Promise<Answer> {
  let queue: Waiting<Request, Answer>[] = [];
  const keysUnderWay = new Set<string>();
  let calls = 0;
  let scheduled = false;

  function takeBatch(): Waiting<Request, Answer>[] {
    const batch: Waiting<Request, Answer>[] = [];
    const later: Waiting<Request, Answer>[] = [];
    for (const waiting of queue) {
      const { key } = waiting;
      if (batch.length >= options.max || (key !== undefined && keysUnderWay.has(key))) {
        later.push(waiting);
        continue;
      }
      if (key !== undefined) keysUnderWay.add(key);
      batch.push(waiting);
    }
    queue = later;
    return batch;
  }

  async function answer(batch: Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await options.send(batch.map(({ request }) => request));
      for (const [index, found] of answers.entries()) batch[index]?.resolve(found);
    } catch (error) {
      if (batch.length > 1 && options.mayBeOnesFault?.(error)) {
        for (const waiting of batch) await answer([waiting]);
      } else {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  }

  async function call(batch: Waiting<Request, Answer>[]): Promise<void> {
    await answer(batch);
    for (const { key } of batch) if (key !== undefined) keysUnderWay.delete(key);
    calls--;
    // After the answered callers had their turn: they may ask for more.
    schedule();
  }

  function startCalls(): void {
    scheduled = false;
    while (queue.length > 0 && (calls === 0 || (calls < maxCalls && queue.length >= options.max))) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      calls++;
      void call(batch);
    }
  }

  function schedule(): void {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    setImmediate(startCalls);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, key: options.keyOf?.(request), resolve, reject });
      schedule();
    });
}
