import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createLogger } from '../api/src/http/logger.ts';
import { platformScope } from '../api/src/db/scope.ts';
import { moneyMoved, type Database } from '../api/src/db/database.ts';
import { createLive } from '../api/src/live/live.ts';
import { median } from './alternate.ts';
import { buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { asOwner, asRequests } from './databases.ts';
import { signInMember } from './people.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

const companyCount = 400;
const streamsEach = 5;
const streamCount = companyCount * streamsEach;
const calls = 200;

interface Opened {
  readonly answer: IncomingMessage;
  /** When the last event came, in ms; 0 before the first one. */
  heardAt: number;
}

/** What 2,000 open portals cost one server, and how soon they hear of a change. */
export async function measureLive(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, 'bench_live');
  const { companies, tokens } = await asOwner(url, async (owner) => {
    const created = await createCompanies(owner, companyCount, 1);
    const signedIn: string[] = [];
    for (const { id } of created) signedIn.push(await signInMember(owner, id));
    return { companies: created.map(({ id }) => ({ companyId: id })), tokens: signedIn };
  });
  const figures = await asRequests(url, async (database) => {
    const live = createLive({ url, database, logger: createLogger('silent') });
    const app = await buildBenchApp(database, undefined, { live });
    try {
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      return await measure(address, database, companies, tokens);
    } finally {
      await app.close();
    }
  });
  console.log(`\nLive changes: ${streamCount} open streams in the process of the server`);
  console.table([figures]);
  writeResults(bench, 'live', figures);
  await bench.server.dropDatabase('bench_live');
}

async function measure(
  address: string,
  database: Database,
  companies: readonly { readonly companyId: string }[],
  tokens: readonly string[],
) {
  const call = () => summaryMs(address, tokens[0] ?? '');
  await medianOf(call);
  const withoutMs = await medianOf(call);
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const streams: Opened[] = [];
  for (const token of tokens) {
    const wanted = Array.from({ length: streamsEach }, () => open(address, token, agent));
    streams.push(...(await Promise.all(wanted)));
  }
  const openMs = performance.now() - began;
  const bytesEach = (process.memoryUsage.rss() - before) / streamCount;
  // The first ones may have missed something and hear of that.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const withMs = await medianOf(call);
  const delays = await hearOf(database, companies, streams);
  for (const { answer } of streams) answer.destroy();
  agent.destroy();
  return {
    streams: streamCount,
    'open ms each': rounded(openMs / streamCount),
    'kB each, both ends': rounded(bytesEach / 1024),
    'heard after ms, median': Math.round(delays[Math.floor(delays.length / 2)] ?? 0),
    'heard after ms, last': Math.round(delays.at(-1) ?? 0),
    'call ms without streams': rounded(withoutMs),
    'call ms with streams': rounded(withMs),
    ratio: rounded(withMs / withoutMs),
  };
}

/** One change of every company at once, and how long each stream waited for it. */
async function hearOf(
  database: Database,
  companies: readonly { readonly companyId: string }[],
  streams: readonly Opened[],
): Promise<number[]> {
  for (const stream of streams) stream.heardAt = 0;
  await database.within(platformScope, async (db) => moneyMoved(db, companies));
  const changedAt = performance.now();
  for (let turn = 0; streams.some(({ heardAt }) => heardAt === 0); turn++) {
    if (turn === 200) throw new BenchError('Not every stream heard of the change');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return streams.map(({ heardAt }) => heardAt - changedAt).toSorted((a, b) => a - b);
}

async function open(address: string, token: string, agent: Agent): Promise<Opened> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = request(`${address}/api/Live`, { headers, agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new BenchError(`A stream was refused: ${answer.statusCode}`);
  const opened: Opened = { answer, heardAt: 0 };
  answer.on('data', (bytes: Buffer) => {
    if (bytes.includes('data:')) opened.heardAt = performance.now();
  });
  answer.on('error', () => {});
  return opened;
}

async function medianOf(call: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < calls; turn++) times.push(await call());
  return median(times);
}

async function summaryMs(address: string, token: string): Promise<number> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  await (await fetch(`${address}/api/Notifications/summary`, { headers })).text();
  return performance.now() - began;
}
