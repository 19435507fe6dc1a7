import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chooseServerUser } from '../src/db/embedded/server-user.ts';
import { afterFile } from './after-file.ts';
import { createDataDir, discard } from './discard.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const folders = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt'];

/** The programs of a PostgreSQL that the machine has, with pg_dump, which the embedded one lacks; null for none. */
export const ownBinaries =
  folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((version) => join(folder, version, 'bin')))
    .filter((bin) => ['initdb', 'pg_dump', 'postgres'].every((name) => existsSync(join(bin, name))))
    .sort((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .at(-1) ?? null;

/** A server as an operator has it: empty, with the administrator postgres. It stops after the tests of the file. */
export async function startOwnPostgres(): Promise<{
  settings: Record<string, string>;
  port: number;
}> {
  if (ownBinaries === null) throw new Error('This machine has no PostgreSQL of its own');
  const folder = createDataDir('sente-own-');
  const user = chooseServerUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
  execFileSync(join(ownBinaries, 'initdb'), [...init, '--locale=C'], options);
  const port = await freePort();
  const listening = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(
    join(ownBinaries, 'postgres'),
    ['-D', data, '-p', String(port), ...listening, '-c', 'fsync=off'],
    options,
  );
  afterFile(() => {
    server.kill('SIGQUIT');
    discard(folder);
  });
  const settings = {
    PATH: `${ownBinaries}:${process.env['PATH']}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  const isReady = (): boolean => {
    try {
      execFileSync('psql', ['-d', 'postgres', '-c', 'select 1'], {
        env: { ...process.env, ...settings },
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  };
  await until('the server answers', async () => isReady());
  return { settings, port };
}
