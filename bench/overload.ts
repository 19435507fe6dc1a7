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
      connections: 2_000,
      perSecond: capacity * times,
      seconds: bench.quick ? 10 : 120,
    });
    const during = takeSlowest(healthy);
    await wait(10_000);
    const after = takeSlowest(healthy);
    await healthy.stop();
    show(capacity, seconds, { usual, during, after }, healthy.failures);
    writeResults(bench, 'overload', { capacity, seconds, usual, during, after });
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

function show(
  capacity: number,
  seconds: readonly FloodSecond[],
  healthy: Record<string, ReturnType<typeof takeSlowest>>,
  failures: readonly string[],
): void {
  console.log(
    `\nOverload: it can do ${Math.round(capacity)} a second, and is asked for ${times} times that`,
  );
  const step = Math.ceil(seconds.length / 24);
  console.table(
    seconds
      .filter((_, index) => index % step === 0)
      .map(({ second, sent, unsent, done, refused, others, p99Ms }) => ({
        second,
        asked: sent + unsent,
        sent,
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
  console.log(`Not answered well: ${failures.length === 0 ? 'none' : failures.join(', ')}`);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
