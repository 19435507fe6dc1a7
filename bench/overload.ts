import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '../api/src/security/passwords.ts';
import { createUser } from '../api/test/factories.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { askChild, startChild } from './child.ts';
import { asOwner } from './databases.ts';
import { connect } from './http-connection.ts';
import type { ServerStart, ServerStarted } from './http-server.ts';
import type { FloodDone, FloodSecond, FloodStart } from './overload-load.ts';
import { signInMember } from './people.ts';
import { requireNoViolations } from './proof.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies, type BenchCompany } from './world.ts';

const floodingCompanies = 20;
const times = 5;
/** What is refused has waited two seconds, on its connection. Below the number of files that a process may open. */
const connectionsFor = (perSecond: number) => Math.min(16_000, Math.ceil(perSecond * 2));
/** For so long after the flood, second by second, until everything is as usual. */
const secondsAfter = 10;
const password = 'Correct-horse-9';
const email = 'owner@overload.test';

/** Somebody who asks little, all the time: how long each answer took, by second, and what was not answered well. */
interface Healthy {
  readonly slowest: Map<string, number[]>;
  readonly failures: string[];
  stop(): Promise<void>;
}

/** Postings of twenty companies at five times the rate that the server can do, and what others notice of it. */
export async function measureOverload(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, 'bench_overload');
  const [companies, healthyToken] = await asOwner(url, async (owner) => {
    const made = await createCompanies(owner, floodingCompanies + 1, 20);
    const [healthy] = made;
    if (!healthy) throw new BenchError('There is no company.');
    await createUser(owner, {
      companyId: healthy.id,
      email,
      passwordHash: await hashPassword(password),
    });
    return [made, await signInMember(owner, healthy.id)] as const;
  });
  const program = startChild(new URL('./http-server.ts', import.meta.url));
  try {
    const settlements = Object.fromEntries(companies.map(({ id, settlement }) => [id, settlement]));
    const { port } = await askChild<ServerStarted>(program, {
      url,
      settlements,
    } satisfies ServerStart);
    const flood = await prepareFlood(url, port, companies.slice(1));
    const { seconds: calm } = await flood({
      connections: 100,
      perSecond: 0,
      seconds: bench.seconds,
    });
    const capacity = average(calm.slice(2).map(({ done }) => done));
    const healthy = startHealthy(port, healthyToken, companies[0]?.id ?? '');
    await wait(5_000);
    const usual = takeSlowest(healthy);
    const { seconds } = await flood({
      connections: connectionsFor(capacity * times),
      perSecond: capacity * times,
      seconds: bench.quick ? 10 : 120,
    });
    const during = takeSlowest(healthy);
    const failedDuring = healthy.failures.length;
    const after = [];
    for (let second = 1; second <= secondsAfter; second++) {
      await wait(1_000);
      after.push({ second, rows: takeSlowest(healthy), failures: healthy.failures.length });
    }
    await healthy.stop();
    const recoveredAfter = recoveredIn(after, usual, failedDuring);
    const offered = average(seconds.map(({ sent }) => sent)) / capacity;
    show({ capacity, offered, recoveredAfter }, seconds, { usual, during }, healthy.failures);
    const results = { capacity, offered, recoveredAfter, seconds, usual, during, after };
    writeResults(bench, 'overload', results);
  } finally {
    await program.stop();
  }
  await requireNoViolations(url);
  await bench.server.dropDatabase('bench_overload');
}

async function prepareFlood(url: string, port: number, companies: readonly BenchCompany[]) {
  const senders = await asOwner(url, async (owner) => {
    const found: FloodStart['senders'][number][] = [];
    for (const { id, accounts } of companies) {
      found.push({ token: await signInMember(owner, id), companyId: id, accounts });
    }
    return found;
  });
  return async (load: Pick<FloodStart, 'connections' | 'perSecond' | 'seconds'>) => {
    const generator = startChild(new URL('./overload-load.ts', import.meta.url));
    const done = await askChild<FloodDone>(generator, {
      ...load,
      port,
      senders,
    } satisfies FloodStart);
    await generator.stop();
    return done;
  };
}

/** Sign-in every two seconds, readiness four times a second, and five readings a second of one company. */
function startHealthy(port: number, token: string, companyId: string): Healthy {
  const slowest = new Map<string, number[]>();
  const failures: string[] = [];
  let isStopped = false;
  const login = JSON.stringify({ email, password });
  const asks = {
    readiness: { everyMs: 250, request: 'GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n' },
    company: {
      everyMs: 200,
      request: `GET /api/Account/company/${companyId} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
    },
    'sign-in': {
      everyMs: 2_000,
      request: `POST /api/Auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${login.length}\r\n\r\n${login}`,
    },
  };
  const running = Object.entries(asks).map(async ([name, { everyMs, request }]) => {
    const connection = await connect(port);
    while (!isStopped) {
      const startedAt = performance.now();
      const { status } = await connection.send(request);
      slowest.set(name, [...(slowest.get(name) ?? []), performance.now() - startedAt]);
      if (status !== 200) failures.push(`${name} ${status}`);
      await wait(everyMs);
    }
  });
  return {
    slowest,
    failures,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

function takeSlowest({ slowest }: Healthy) {
  const rows = [...slowest].map(([what, ms]) => {
    const sorted = ms.toSorted((a, b) => a - b);
    const median = rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
    return {
      what,
      answers: ms.length,
      medianMs: median,
      slowestMs: rounded(sorted.at(-1) ?? Number.NaN),
    };
  });
  slowest.clear();
  return rows;
}

interface AfterSecond {
  readonly second: number;
  readonly rows: ReturnType<typeof takeSlowest>;
  /** Since the start. */
  readonly failures: number;
}

/** The second after the flood from which on nothing fails or takes twice as long as the slowest before; null: none. */
function recoveredIn(
  after: readonly AfterSecond[],
  usual: ReturnType<typeof takeSlowest>,
  failedBefore: number,
): number | null {
  const isUsual = ({ rows }: AfterSecond): boolean =>
    rows.every(({ what, slowestMs }) => {
      const before = usual.find((row) => row.what === what)?.slowestMs ?? Number.NaN;
      return slowestMs <= 2 * before;
    });
  const last = after.findLast(
    (second, index) =>
      !isUsual(second) || second.failures > (after[index - 1]?.failures ?? failedBefore),
  );
  const recovered = (last?.second ?? 0) + 1;
  return recovered > after.length ? null : recovered;
}

function show(
  {
    capacity,
    offered,
    recoveredAfter,
  }: { capacity: number; offered: number; recoveredAfter: number | null },
  seconds: readonly FloodSecond[],
  healthy: Record<string, ReturnType<typeof takeSlowest>>,
  failures: readonly string[],
): void {
  console.log(
    `\nOverload: it can do ${Math.round(capacity)} a second; ${offered.toFixed(1)} times that was sent, of ${times} times that were meant`,
  );
  const step = Math.ceil(seconds.length / 24);
  console.table(
    seconds
      .filter((_, index) => index % step === 0)
      .map(({ second, sent, unsent, done, refused, others, p99Ms }) => ({
        second,
        sent,
        'not sent': unsent,
        done,
        'refused (503)': refused,
        'other answers': others,
        '99 of 100 done within ms': rounded(p99Ms),
      })),
  );
  for (const [when, rows] of Object.entries(healthy)) {
    console.log(`\nThose who ask little, ${when}`);
    console.table(rows);
  }
  console.log(
    recoveredAfter === null
      ? `Not as usual within ${secondsAfter} seconds after it`
      : `As usual from second ${recoveredAfter} after it on`,
  );
  console.log(`Not answered well: ${failures.length === 0 ? 'none' : failures.join(', ')}`);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
