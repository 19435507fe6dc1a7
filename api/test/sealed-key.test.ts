import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findKeys } from '../src/security/credential-key.ts';
import { testCredentialKey } from './app.ts';
import { discard } from './discard.ts';
import { runDocumented } from './documented.ts';
import { operate, putKey } from './drill.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sente-sealed-'));
afterAll(() => discard(cwd));

/** A passphrase takes a second of one processor, on purpose. */
const patience = { timeout: 120_000 };
const settings = {
  DATABASE_URL: 'postgres://sente_server@127.0.0.1:9/sente',
  SENTE_BACKUP_DIR: join(cwd, 'backups'),
  SENTE_BACKUP_PASSPHRASE: 'correct horse battery',
};
const machine = (name: string) => ({ ...settings, SENTE_DATA: join(cwd, name) });
const keysOf = (name: string) => findKeys({ credentialKeys: null, dataDir: join(cwd, name) });

it(
  'the key of an own database is sealed and opened by the documented commands',
  patience,
  async () => {
    putKey(machine('first').SENTE_DATA);
    for (let time = 0; time < 2; time++) {
      const sealed = await runDocumented('sealKey', { cwd, settings: machine('first') });
      expect(sealed.stdout, sealed.stderr).toContain('The backup is complete');
    }
    const opened = await runDocumented('openKey', { cwd, settings: machine('second') });
    expect(opened.stdout, opened.stderr).toContain('The key is in');
    expect(keysOf('second')).toEqual([testCredentialKey]);
    // Where it is already, nothing changes.
    const before = readFileSync(join(cwd, 'second', 'credential.key'), 'utf8');
    expect((await operate('restore', machine('second'), '--keys-only')).code).toBe(0);
    expect(readFileSync(join(cwd, 'second', 'credential.key'), 'utf8')).toBe(before);
  },
);

it('a key that is not the sealed one stays', patience, async () => {
  const other = { ...machine('third'), SENTE_CREDENTIAL_KEY: 'ab'.repeat(32) };
  const refused = await operate('restore', other, '--keys-only');
  expect(refused.stderr).toContain('Another key is set');
  expect(keysOf('third')).toBeNull();
  const wrong = { ...machine('third'), SENTE_BACKUP_PASSPHRASE: 'some other passphrase' };
  expect((await operate('restore', wrong, '--keys-only')).stderr).toContain('do not open');
  const nowhere = { ...machine('third'), SENTE_BACKUP_DIR: join(cwd, 'nowhere') };
  expect((await operate('restore', nowhere, '--keys-only')).stderr).toContain('no sealed key');
});
