import { createSealer } from '../api/src/security/secrets.ts';
import { hashPassword } from '../api/src/security/passwords.ts';
import type { Db } from '../api/src/db/database.ts';
import { createMailer } from '../api/src/mail/mailer.ts';
import { createUser } from '../api/test/factories.ts';
import { median } from './alternate.ts';
import { benchKey, buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { asOwner, asRequests } from './databases.ts';
import { createMigrated } from './server.ts';
import { writeResults } from './results.ts';

const guessEveryMs = 20;
const ownerEveryMs = 2_000;
const addresses = 1_000;
const email = 'owner@bench.test';
const password = 'Correct-horse-9';

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly deviceToken: string | undefined;
}

/** Whose passwords strangers guess; undefined for nobody's. */
type Aim = ((n: number) => string) | undefined;

const aims: Readonly<Record<string, Aim>> = {
  nobody: undefined,
  'one person': () => email,
  // Each is the first guess at its person, so it is refused only while no place for checking is free.
  'as many people': (n) => `person${n}@bench.test`,
};

/** How a person signs in at a known browser while strangers guess, and how far these get. */
export async function measureGuessing(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, 'bench_guessing');
  const lastsMs = bench.quick ? 6_000 : 60_000;
  const figures = await asOwner(url, async (owner) => {
    await createUser(owner, { email, passwordHash: await hashPassword(password) });
    return asRequests(url, async (database) => {
      const mailer = createMailer(createSealer(benchKey), 'smtp', () => 'http://bench.test');
      const app = await buildBenchApp(database, undefined, { mailer, proxies: ['127.0.0.1'] });
      try {
        const address = await app.listen({ host: '127.0.0.1', port: 0 });
        return await measureAll(`${address}/api/Auth/login`, owner, lastsMs);
      } finally {
        await app.close();
      }
    });
  });
  console.log(
    `\nGuessing: ${1_000 / guessEveryMs} wrong passwords a second for ${lastsMs / 1_000} s`,
  );
  console.table(figures);
  writeResults(bench, 'guessing', { figures });
  await bench.server.dropDatabase('bench_guessing');
}

async function measureAll(login: string, owner: Db, lastsMs: number) {
  const { deviceToken } = await signIn(login, addressNo(0), { email, password });
  if (deviceToken === undefined) throw new BenchError('The owner could not sign in');
  const rows: object[] = [];
  for (const [aimed, aim] of Object.entries(aims)) {
    await owner.rows('delete from throttles');
    const before = await countRows(owner);
    const guesses: Promise<Answer>[] = [];
    const own: Promise<Answer>[] = [];
    const began = performance.now();
    const areDue = (everyMs: number) => Math.floor((performance.now() - began) / everyMs);
    // As many as are due: a timer alone falls behind where the processor is busy.
    while (performance.now() - began < lastsMs) {
      while (aim && guesses.length < areDue(guessEveryMs)) {
        const n = guesses.length;
        const guess = { email: aim(n), password: `guess ${n}` };
        guesses.push(signIn(login, addressNo(n % addresses), guess));
      }
      if (own.length < areDue(ownerEveryMs)) {
        own.push(signIn(login, '196.43.0.1', { email, password, deviceToken }));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const summary = summaryOf(await Promise.all(guesses), await Promise.all(own));
    const after = await countRows(owner);
    rows.push({
      aimed,
      ...summary,
      'audit rows': after.audits - before.audits,
      'mails to the owner': after.mails - before.mails,
    });
  }
  return rows;
}

function summaryOf(guesses: readonly Answer[], own: readonly Answer[]) {
  const times = own.map(({ ms }) => ms);
  return {
    guesses: guesses.length,
    checked: guesses.filter(({ status }) => status === 401).length,
    refused: guesses.filter(({ status }) => status === 429).length,
    'sign-ins of the owner': own.length,
    'at the first try': own.filter(({ status }) => status === 200).length,
    'median ms': Math.round(median(times)),
    'slowest ms': Math.round(Math.max(...times)),
  };
}

async function signIn(login: string, from: string, input: object): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(input),
  });
  const { data } = (await response.json()) as { data: { deviceToken: string } | null };
  const ms = performance.now() - began;
  return { status: response.status, ms, deviceToken: data?.deviceToken };
}

async function countRows(owner: Db): Promise<{ audits: number; mails: number }> {
  const row = await owner.row<{ audits: number; mails: number }>(
    'select (select count(*)::int from audit_log) as audits, (select count(*)::int from mails) as mails',
  );
  return row ?? { audits: 0, mails: 0 };
}

function addressNo(n: number): string {
  return `10.0.${n >> 8}.${n & 255}`;
}
