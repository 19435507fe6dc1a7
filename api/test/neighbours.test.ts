import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { platformScope } from '../src/db/scope.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { afterFile } from './after-file.ts';
import { testCredentialKey } from './app.ts';
import { openTestDatabase } from './database.ts';
import { repository } from './documented.ts';
import { drillAdmin } from './drill.ts';
import { startNetworkProcess } from './failover/network-process.ts';
import { freePort } from './free-port.ts';
import { createMerchant } from './mobile-money.ts';
import { emptyDatabase } from './older-database.ts';
import { startPaymentLoad, type PaymentLoad } from './payment-load.ts';
import { post, startProgram, type RunningProgram } from './running-program.ts';

/** The server that was released last: see scripts/lib/release.mjs. */
const released = JSON.parse(readFileSync(join(repository, 'api/released.json'), 'utf8')) as {
  number: number;
  commit: string;
};
const running = new Set<RunningProgram>();
afterAll(() => {
  for (const { process } of running) process.kill('SIGKILL');
});

it('the last release works beside this version', { timeout: 400_000 }, async () => {
  const url = await emptyDatabase();
  const ports = { last: await freePort(), next: await freePort() };
  const network = await startNetworkProcess(`http://127.0.0.1:${ports.last}`, 100);
  afterFile(() => network.stop());
  const start = async (which: 'last' | 'next'): Promise<RunningProgram> => {
    const settings = {
      PORT: String(ports[which]),
      DATABASE_URL: url,
      SENTE_ADMIN_EMAIL: drillAdmin.email,
      SENTE_ADMIN_PASSWORD: drillAdmin.password,
      SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
      ...network.settings,
    };
    const program = await startProgram(settings, which === 'last' ? unpackLast() : undefined);
    running.add(program);
    return program;
  };
  // A company's requests and those of staff at the last release, before, while and after the new one migrates.
  const last = await start('last');
  const before = openTestDatabase(url);
  await before.owner.rows('update platform_settings set staff_need_factor = false');
  const merchant = await createMerchant(before.owner, 100_000_000_00n);
  const { data } = await post<{ token: string }>(last.url, '/Auth/login', drillAdmin);
  const atLast = startPaymentLoad(last.url, merchant, data.token);
  await more(atLast);
  const next = await start('next');
  const other = await createMerchant(before.owner, 100_000_000_00n);
  const atNext = startPaymentLoad(next.url, other, data.token);
  await Promise.all([more(atLast), more(atNext)]);
  const patience = { timeout: 60_000, interval: 100 };
  await expect.poll(() => atLast.readiness().status, patience).toBe(200);
  // It can also be started again on the new schema, and changes nothing of it.
  const functions = () => before.owner.rows('select * from schema_functions order by name');
  const ofNext = await functions();
  await atLast.stop();
  last.process.kill('SIGTERM');
  expect(await last.ended).toEqual([0, null]);
  // A day that is closed meanwhile stops nobody: the database refuses what is dated into it, whoever books.
  await before.owner.rows(
    `insert into closed_days (day, closed_by)
     select kampala_day(now()) - 2, id from users where email = $1`,
    [drillAdmin.email],
  );
  const again = startPaymentLoad((await start('last')).url, merchant, data.token, 1_000_000);
  await Promise.all([more(again), more(atNext)]);
  expect(await functions()).toEqual(ofNext);
  await Promise.all([again.stop(), atNext.stop()]);

  // While tables are locked for a migration, requests may be told to come again.
  const answers = [atLast, again, atNext].flatMap((load) => [...load.answers]);
  expect(answers.filter((answer) => !/ (200|202|503)$/.test(answer))).toEqual([]);
  const open = `select id from payments where status in ('PENDING', 'PROCESSING')`;
  await expect.poll(() => before.owner.rows(open), patience).toEqual([]);
  const orders = [atLast, again, atNext].flatMap((load) => [...load.accepted.values()]);
  expect(new Set(orders).size).toBe(orders.length);
  expect(
    await before.owner.row(
      `select count(*)::integer as all, count(*) filter (where status = 'SUCCESS')::integer as paid from payments`,
    ),
  ).toEqual({ all: orders.length, paid: orders.length });
  expect(await before.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
});

async function more(load: PaymentLoad): Promise<void> {
  const goal = load.accepted.size + 20;
  while (load.accepted.size < goal) await wait(50);
}

/** Beside the packages of this version, which it shares. Returns its program. */
function unpackLast(): string {
  const folder = join(repository, '.cache', 'released', `${released.number}-${released.commit}`);
  const program = join(folder, 'api/src/programs/serve.ts');
  if (existsSync(program)) return program;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'node_modules/@sente'), { recursive: true });
  const tar = brotliDecompressSync(readFileSync(join(repository, 'api/released.tar.br')));
  execFileSync('tar', ['-xf', '-', '-C', unfinished], { input: tar });
  symlinkSync('../../contract', join(unfinished, 'node_modules/@sente/contract'));
  renameSync(unfinished, folder);
  return program;
}
