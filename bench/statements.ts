import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../api/src/db/database.ts';
import { buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { signInStaff } from './people.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';

const lineCount = 1_000_000;

/** How long a statement of a million lines takes, and how much of that is the database. */
export async function measureStatements(bench: Bench): Promise<void> {
  const lines = bench.quick ? lineCount / 20 : lineCount;
  const url = await createMigrated(bench.server, 'bench_statements');
  await vacuum(url);
  const folder = await mkdtemp(join(tmpdir(), 'sente-bench-'));
  try {
    const path = join(folder, 'statement.csv');
    await writeStatement(path, lines);
    const figures = await asRequests(url, async (database) => {
      const app = await buildBenchApp(database);
      try {
        const address = await app.listen({ host: '127.0.0.1', port: 0 });
        return await asOwner(url, (owner) => measure(owner, address, path, lines));
      } finally {
        await app.close();
      }
    });
    console.log(
      '\nImport of a network statement through HTTP, and the same rows by one plain insert',
    );
    console.table([figures]);
    writeResults(bench, 'statements', figures);
  } finally {
    await rm(folder, { recursive: true });
  }
  await bench.server.dropDatabase('bench_statements');
}

async function measure(owner: Db, address: string, path: string, lines: number) {
  const token = await signInStaff(owner);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 200);
  const seconds = await secondsOf(() => upload(address, token, path, `${lines} new, 0 known`));
  clearInterval(watch);
  await owner.rows('create table plain_lines (like statement_lines including all)');
  const plainSqlSeconds = await secondsOf(async () => {
    await owner.rows(
      'insert into plain_lines overriding system value select * from statement_lines',
    );
  });
  return {
    lines,
    seconds: rounded(seconds),
    linesPerSecond: Math.round(lines / seconds),
    plainSqlSeconds: rounded(plainSqlSeconds),
    ratio: rounded(seconds / plainSqlSeconds),
    // Of the server and of this program, which are one process here.
    moreMemoryMb: Math.round((most - before) / 1_000_000),
  };
}

async function upload(address: string, token: string, path: string, expected: string) {
  const response = await fetch(
    `${address}/api/NetworkStatements?network=MTN&wallet=both&name=bench.csv`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
      body: await openAsBlob(path),
    },
  );
  const answer = (await response.json()) as { message: string };
  if (!answer.message.replaceAll(',', '').startsWith(expected.replaceAll(',', ''))) {
    throw new BenchError(`The import differs: ${answer.message}`);
  }
}

/** As MTN's portal writes it, a payment each second. */
async function writeStatement(path: string, lines: number): Promise<void> {
  const file = await open(path, 'w');
  const began = Date.UTC(2025, 0, 1);
  let balance = 100_000_000;
  let rows = 'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance\r\n';
  for (let line = 0; line < lines; line++) {
    const [year, month, day, time] = new Date(began + line * 1_000)
      .toISOString()
      .slice(0, 16)
      .split(/[-T]/);
    const amount = 500 + (line % 100) * 50;
    balance += amount;
    const phone = 256_772_000_000 + ((line * 7_919) % 1_000_000);
    rows += `${30_000_000_000 + line},${day}/${month}/${year} ${time},Order ${line},FRI:${phone}/MSISDN,SARAH NAKATO,FRI:48210055/MM,SENTE LTD,"${amount.toLocaleString('en-US')}",${balance}\r\n`;
    if (line % 10_000 === 0) {
      await file.writeFile(rows);
      rows = '';
    }
  }
  await file.writeFile(rows);
  await file.close();
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
