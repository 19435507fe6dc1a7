import { setTimeout as wait } from 'node:timers/promises';
import { signedCall, type Merchant } from './mobile-money.ts';

/** Clients, staff and a load balancer that use a server all the time, whatever it answers. */
export interface PaymentLoad {
  /** Orders that were accepted: number and transaction id. */
  readonly accepted: ReadonlyMap<number, string>;
  /** Every status that was answered, with its path. */
  readonly answers: ReadonlySet<string>;
  /** Refused with 503 so far. */
  refused(): number;
  /** The last answer of /readyz. */
  readiness(): Readiness;
  /** Answers of /readyz that took too long. */
  slowReadiness(): number;
  stop(): Promise<void>;
}

export interface Readiness {
  readonly status: number;
  readonly checks: Record<string, string>;
}

const clients = 8;
/** A load balancer gives up after this long. */
const readyWithinMs = 2_000;

/** Orders are numbered from `next`. */
export function startPaymentLoad(
  url: string,
  merchant: Merchant,
  token: string,
  next = 1,
): PaymentLoad {
  const accepted = new Map<number, string>();
  const answers = new Set<string>();
  let refused = 0;
  let slow = 0;
  let readiness: Readiness = { status: 0, checks: {} };
  let isStopped = false;
  const note = (what: string, status: number): void => {
    answers.add(`${what} ${status}`);
    if (status === 503) refused++;
  };

  /** Every third is a payout. Like a proper client it repeats the order until it is accepted. */
  const order = async (): Promise<void> => {
    const number = next++;
    const direction = number % 3 === 0 ? 'payouts' : 'collections';
    const body = {
      phoneNumber: `077${2_000_000 + (number % 1_000_000)}`,
      amount: 1_000 + (number % 7),
    };
    while (!accepted.has(number)) {
      const options = { body: { ...body, reference: `Order ${number}` }, key: `order-${number}` };
      const answer = await signedCall(url, merchant, 'POST', `/${direction}`, options);
      note('order', answer.status);
      if (answer.status === 202) accepted.set(number, answer.body.data.transactionId);
      else await wait(200);
    }
  };
  const browse = async (): Promise<void> => {
    const response = await fetch(`${url}/api/Company`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
    note('companies', response.status);
  };
  const balance = async (): Promise<void> => {
    try {
      const signal = AbortSignal.timeout(readyWithinMs);
      const response = await fetch(`${url}/readyz`, { signal });
      const { checks } = (await response.json()) as Readiness;
      readiness = { status: response.status, checks };
    } catch {
      slow++;
    }
  };
  const repeat = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    while (!isStopped) {
      await work();
      await wait(everyMs);
    }
  };
  const running = Promise.all([
    ...Array.from({ length: clients }, () => repeat(order, 50)),
    repeat(browse, 50),
    repeat(balance, 100),
  ]);
  // A test that fails may kill its server before it stops the load; `stop` tells what went wrong.
  running.catch(() => {});
  return {
    accepted,
    answers,
    refused: () => refused,
    readiness: () => readiness,
    slowReadiness: () => slow,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
