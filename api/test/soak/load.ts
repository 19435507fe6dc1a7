import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { uuidV7 } from '../../src/db/uuid.ts';
import { signedCall, type Merchant } from '../mobile-money.ts';
import { kinds, type Kind } from './judgement.ts';

/** Somebody with a browser: an address of the own, and a session that is renewed when it has ended. */
export interface Person {
  readonly email: string;
  readonly address: string;
  token: string;
}

export interface SoakCompany extends Merchant {
  /** The other side of transfers. */
  readonly secondAccountId: string;
  readonly person: Person;
}

export interface LoadOptions {
  readonly url: string;
  readonly companies: readonly SoakCompany[];
  readonly staff: Person;
  readonly password: string;
}

/** Companies' systems and people who use a server all the time, at a pace that a small one keeps up with. */
export interface MixedLoad {
  /** Transaction ids of the orders that were accepted. */
  readonly accepted: ReadonlySet<string>;
  /** What was answered neither well nor with 503 and a time to come back. */
  readonly failures: readonly string[];
  /** Since it was asked last: the milliseconds of the answers of each kind, and what was refused and heard. */
  take(): {
    readonly times: Record<Kind, number[]>;
    readonly refused: number;
    readonly heard: number;
  };
  stop(): Promise<void>;
}

/** Who does each kind at once, and how often each a second. */
const pace: Record<Kind, { readonly workers: number; readonly perSecond: number }> = {
  order: { workers: 10, perSecond: 3 },
  transfer: { workers: 5, perSecond: 3 },
  list: { workers: 5, perSecond: 3 },
  'sign-in': { workers: 1, perSecond: 1 },
};
const streamCount = 60;
/** Few, so that the watcher sees ordinary business. */
const receiversEach = 20;

export function startMixedLoad({ url, companies, staff, password }: LoadOptions): MixedLoad {
  const accepted = new Set<string>();
  const failures: string[] = [];
  const stopping = new AbortController();
  let times = noTimes();
  let refused = 0;
  let heard = 0;
  let next = 0;

  /** Repeats what is refused for a moment; the time is that of the answer that counts. */
  const timed = async (kind: Kind, ask: () => Promise<number>): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const status = await ask();
      if (status !== 503) {
        times[kind].push(performance.now() - startedAt);
        if (status >= 300) failures.push(`${kind} ${status}`);
        return;
      }
      refused++;
      await wait(1_000);
    }
  };
  const companyOf = (number: number): SoakCompany => {
    const company = companies[number % companies.length];
    if (!company) throw new Error('There is no company');
    return company;
  };

  const order = (number: number): Promise<void> => {
    const isPayout = number % 5 === 0;
    const receiver = isPayout ? number % receiversEach : number % 1_000_000;
    const body = {
      phoneNumber: `077${2_000_000 + receiver}`,
      amount: 1_000 + (number % 7),
      reference: `Order ${number}`,
    };
    const path = isPayout ? '/payouts' : '/collections';
    return timed('order', async () => {
      const options = { body, key: `order-${number}` };
      const answer = await signedCall(url, companyOf(number), 'POST', path, options);
      if (answer.status === 202) accepted.add(answer.body.data.transactionId);
      return answer.status;
    });
  };
  const transfer = (number: number): Promise<void> => {
    const { person, accountId, secondAccountId } = companyOf(number);
    const [fromAccountId, toAccountId] =
      number % 2 === 0 ? [accountId, secondAccountId] : [secondAccountId, accountId];
    const body = { fromAccountId, toAccountId, amount: 500, idempotencyKey: uuidV7() };
    return timed('transfer', () => ask(person, 'POST', '/Transaction/transfers', body));
  };
  const list = (number: number): Promise<void> => {
    const { person, companyId, accountId } = companyOf(number);
    const readings: readonly (readonly [Person, string])[] = [
      [staff, '/Transaction?limit=50'],
      [staff, '/AdminDashboard/statistics'],
      [staff, `/Transaction?limit=50&search=Order ${number}`],
      [person, `/Transaction/company/${companyId}?limit=10`],
      [person, `/Transaction/${companyId}/transactions?limit=10&page=1`],
      [person, `/Account/${accountId}/movements`],
      [person, '/v1/CompanyDashboard/statistics'],
    ];
    const [who, path] = readings[number % readings.length] ?? [staff, '/Company'];
    return timed('list', () => ask(who, 'GET', path));
  };
  const signInAndOut = (number: number): Promise<void> => {
    const visitor = { ...companyOf(number).person };
    return timed('sign-in', async () => {
      const status = await signIn(visitor);
      if (status === 200) await ask(visitor, 'POST', '/Auth/logout');
      return status;
    });
  };

  async function signIn(person: Person): Promise<number> {
    const response = await send(person, 'POST', '/Auth/login', { email: person.email, password });
    const { data } = (await response.json()) as { data: { token: string } };
    if (response.status === 200) person.token = data.token;
    return response.status;
  }
  async function ask(person: Person, method: string, path: string, body?: object): Promise<number> {
    const response = await send(person, method, path, body);
    await response.text();
    if (response.status !== 401 || (await signIn(person)) !== 200) return response.status;
    return ask(person, method, path, body);
  }
  function send(person: Person, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(person.token && { authorization: `Bearer ${person.token}` }),
        'x-forwarded-for': person.address,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** As a portal does: another stream when one has ended. */
  const listen = async (person: Person): Promise<void> => {
    while (!stopping.signal.aborted) {
      const headers = {
        authorization: `Bearer ${person.token}`,
        'x-forwarded-for': person.address,
      };
      const { signal } = stopping;
      const response = await fetch(`${url}/api/Live`, { headers, signal }).catch(() => null);
      try {
        if (response && response.status !== 200) failures.push(`stream ${response.status}`);
        for await (const bytes of response?.body ?? []) {
          if (Buffer.from(bytes).includes('data:')) heard++;
        }
      } catch {
        // It is stopped in the middle.
      }
      await wait(1_000);
    }
  };
  const works: Record<Kind, (number: number) => Promise<void>> = {
    order,
    transfer,
    list,
    'sign-in': signInAndOut,
  };
  const repeat = async (kind: Kind): Promise<void> => {
    const everyMs = 1_000 / pace[kind].perSecond;
    let dueAt = performance.now() + Math.random() * everyMs;
    while (!stopping.signal.aborted) {
      await wait(Math.max(0, dueAt - performance.now()));
      await works[kind](next++);
      dueAt = Math.max(dueAt + everyMs, performance.now());
    }
  };
  const running = (async () => {
    for (const person of [staff, ...companies.map((company) => company.person)]) {
      if ((await signIn(person)) !== 200) throw new Error(`${person.email} cannot sign in`);
    }
    await Promise.all([
      ...kinds.flatMap((kind) => Array.from({ length: pace[kind].workers }, () => repeat(kind))),
      ...Array.from({ length: streamCount }, (_, number) => listen(companyOf(number).person)),
    ]);
  })();
  running.catch((error: unknown) => failures.push(String(error)));
  return {
    accepted,
    failures,
    take() {
      const taken = { times, refused, heard };
      times = noTimes();
      refused = 0;
      heard = 0;
      return taken;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function noTimes(): Record<Kind, number[]> {
  return { order: [], transfer: [], list: [], 'sign-in': [] };
}

/** The companies' own servers. Only which payments they were told of is kept: an hour has a hundred thousand. */
export async function startHooks(): Promise<{
  readonly origin: string;
  readonly told: ReadonlySet<string>;
}> {
  const told = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      told.add(JSON.parse(Buffer.concat(chunks).toString('utf8')).data.transactionId);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told };
}
