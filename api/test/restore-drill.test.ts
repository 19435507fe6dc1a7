import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { testDatabaseBeside } from '../src/db/embedded/cluster.ts';
import { discard } from './discard.ts';
import { runDocumented } from './documented.ts';
import * as drill from './drill.ts';
import { createMerchant, signedCall, type Merchant } from './mobile-money.ts';
import { startPaymentLoad } from './payment-load.ts';
import { post, type RunningProgram } from './running-program.ts';

const root = mkdtempSync(join(tmpdir(), 'sente-drill-'));
chmodSync(root, 0o755); // as root, PostgreSQL runs as another user
const settingsFor = (name: string) => ({
  SENTE_DATA: join(root, name),
  SENTE_BACKUP_DIR: join(root, 'backups'),
  SENTE_ARCHIVE_DIR: join(root, 'archive'),
  SENTE_BACKUP_PASSPHRASE: 'correct horse battery',
});
const live = settingsFor('live');
const patience = { timeout: 30_000, interval: 50 };
/** The data folder in the operations guide. */
const written = '/var/lib/sente-restored';
/** As people write it for `--to`, but more exactly. */
const inKampala = (moment: Date) =>
  new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ');
let program: RunningProgram | undefined;
let merchant: Merchant;
/** Orders that were accepted before the backup began, and until the quiet moment after it. */
let early: readonly number[];
let accepted: readonly number[];
let quietAt: string;
let quietBooks: unknown;

it('backs up the running server under payment load', { timeout: 180_000 }, async () => {
  drill.putKey(live.SENTE_DATA);
  program = await drill.startEmbedded(live);
  const { owner, url } = await drill.openEmbedded(live.SENTE_DATA);
  await owner.rows('update platform_settings set staff_need_factor = false');
  await testDatabaseBeside(url).create();
  merchant = await createMerchant(owner, 100_000_000_00n);
  const load = startPaymentLoad(program.url, merchant, 'nobody');
  await expect.poll(() => load.accepted.size, patience).toBeGreaterThan(20);
  early = [...load.accepted.keys()];
  const { stdout, stderr } = await runDocumented('backup', { cwd: root, settings: live });
  expect(stdout, stderr).toContain('The backup is complete');
  await expect.poll(() => load.accepted.size, patience).toBeGreaterThan(early.length + 20);
  await load.stop();
  accepted = [...load.accepted.keys()];
  await expect.poll(() => drill.openPayments(owner), patience).toEqual([]);
  // Nobody but this test, with its two connections, is connected as the owner.
  const users = `select usename::text as name, count(*) > 2 as many from pg_stat_activity
    where backend_type = 'client backend' group by 1 order by 1`;
  expect(await owner.rows(users)).toEqual([
    { name: 'owner', many: false },
    { name: 'sente_server', many: true },
  ]);
  quietBooks = await drill.booksOf(owner);
  quietAt = inKampala(new Date());
  await wait(50);
  const late = { phoneNumber: '0772999999', amount: 5_000, reference: 'Order 0' };
  const answer = await signedCall(program.url, merchant, 'POST', '/collections', { body: late });
  expect(answer.status).toBe(202);
  await drill.archiveNow(owner);
  await drill.compressAll(live.SENTE_ARCHIVE_DIR);
  // The machine is gone.
  program.process.kill('SIGKILL');
});

it('keeps backup, keys and archive from other users, and no key in clear', () => {
  const [name = ''] = readdirSync(live.SENTE_BACKUP_DIR);
  const folder = join(live.SENTE_BACKUP_DIR, name);
  expect(readdirSync(folder).sort()).toEqual([
    'backup_manifest',
    'base.tar.gz',
    'keys.sealed.json',
    'sente-backup.json',
    'simulator.jsonl',
  ]);
  for (const each of [live.SENTE_BACKUP_DIR, folder]) expect(statSync(each).mode & 0o77).toBe(0);
  expect(statSync(join(folder, 'base.tar.gz')).mode & 0o77).toBe(0);
  const key = readFileSync(join(live.SENTE_DATA, 'credential.key'), 'utf8');
  expect(readFileSync(join(folder, 'keys.sealed.json'), 'utf8')).not.toContain(key);
});

it('restores elsewhere, to the last moment', { timeout: 180_000 }, async () => {
  const restored = settingsFor('restored');
  const typed = { cwd: root, settings: restored, instead: { [written]: restored.SENTE_DATA } };
  const { stdout, stderr } = await runDocumented('restore', typed);
  expect(stdout, stderr).toContain('Restored.');
  // It serves: people sign in, and a company's key, which the sealed key opens, signs orders.
  program = await drill.startEmbedded(restored);
  const verified = await runDocumented('verify', typed);
  expect(verified.stdout).toContain('The ledger is right');
  const { owner, url } = await drill.openEmbedded(restored.SENTE_DATA);
  expect([...(await drill.ordersIn(owner))].sort()).toEqual([0, ...accepted].sort());
  expect(await testDatabaseBeside(url).exists()).toBe(true);
  expect((await post(program.url, '/Auth/login', drill.drillAdmin)).success).toBe(true);
  const balance = await signedCall(program.url, merchant, 'GET', '/balance');
  expect(balance.status).toBe(200);
  // The next backup, sealed for somebody else.
  const backups = join(root, 'sealed');
  const settings = { ...restored, SENTE_BACKUP_DIR: backups };
  expect(await runDocumented('sealedBackup', { cwd: root, settings })).toMatchObject({ code: 0 });
  const [sealed = ''] = readdirSync(backups);
  const keys = readFileSync(join(backups, sealed, 'keys.sealed.json'), 'utf8');
  expect(JSON.parse(keys)).toMatchObject({ lock: { by: 'X25519' } });
  // The machine is gone once more, with an order that only its archive has.
  const next = { phoneNumber: '0772999998', amount: 5_000, reference: 'Order 1000000' };
  const answer = await signedCall(program.url, merchant, 'POST', '/collections', { body: next });
  expect(answer.status).toBe(202);
  await drill.archiveNow(owner);
  await drill.compressAll(restored.SENTE_ARCHIVE_DIR);
  program.process.kill('SIGKILL');
});

it(
  'restores once more, from the same backup into the life after it',
  { timeout: 180_000 },
  async () => {
    const twice = settingsFor('twice');
    const restored = await drill.operate('restore', twice);
    expect(restored.stdout, restored.stderr).toContain('Restored.');
    const owner = await drill.openRestored(twice.SENTE_DATA);
    expect([...(await drill.ordersIn(owner))].sort()).toEqual([0, 1_000_000, ...accepted].sort());
  },
);

it('restores to a moment, with the books as they were then', { timeout: 180_000 }, async () => {
  const then = settingsFor('then');
  const instead = { [written]: then.SENTE_DATA, '2026-11-15 09:30': quietAt };
  const { stdout, stderr } = await runDocumented('restoreTo', {
    cwd: root,
    settings: then,
    instead,
  });
  expect(stdout, stderr).toContain('Restored.');
  const owner = await drill.openRestored(then.SENTE_DATA);
  expect(await drill.booksOf(owner)).toEqual(quietBooks);
  expect([...(await drill.ordersIn(owner))].sort()).toEqual([...accepted].sort());
});

it(
  'restores a backup alone, with all that was accepted before it',
  { timeout: 180_000 },
  async () => {
    const alone = { ...settingsFor('alone'), SENTE_ARCHIVE_DIR: '' };
    expect((await drill.operate('restore', alone)).code).toBe(0);
    const owner = await drill.openRestored(alone.SENTE_DATA);
    const there = await drill.ordersIn(owner);
    expect(early.filter((number) => !there.has(number))).toEqual([]);
    expect(there.has(0)).toBe(false);
  },
);

it('refuses what it cannot restore, and writes nothing', { timeout: 300_000 }, async () => {
  const none = settingsFor('none');
  const restore = async (settings: Record<string, string>, ...options: string[]) =>
    (await drill.operate('restore', { ...none, ...settings }, ...options)).stderr;
  const wrong = { SENTE_BACKUP_PASSPHRASE: 'some other passphrase' };
  expect(await restore(wrong)).toContain('do not open with this passphrase');
  expect(await restore({}, '--to', '2020-01-01 00:00')).toContain('The oldest backup');
  expect(await restore({}, '--to', '2999-01-01 00:00')).toContain('reaches that moment');
  expect(await restore({}, '--to', 'yesterday')).toContain('The time is that of Kampala');
  expect(await restore(live)).toContain('already holds a database');
  // Key and simulator come before the database: killed or refused in between, a restore can be repeated.
  const blocked = settingsFor('blocked');
  mkdirSync(join(blocked.SENTE_DATA, 'simulator.jsonl'), { recursive: true });
  expect((await drill.operate('restore', blocked)).code).toBe(1);
  expect(existsSync(join(blocked.SENTE_DATA, 'postgres'))).toBe(false);
  rmSync(join(blocked.SENTE_DATA, 'simulator.jsonl'), { recursive: true });
  expect((await drill.operate('restore', blocked)).stdout).toContain('Restored.');
  const [name = ''] = readdirSync(live.SENTE_BACKUP_DIR);
  const manifest = join(live.SENTE_BACKUP_DIR, name, 'backup_manifest');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"Size": 3', '"Size": 4'));
  expect(await restore({})).toContain('is damaged');
  expect(existsSync(join(none.SENTE_DATA, 'postgres'))).toBe(false);
  expect(existsSync(join(none.SENTE_DATA, 'credential.key'))).toBe(false);
});

afterAll(() => {
  program?.process.kill('SIGKILL');
  discard(root);
});
