import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSealer, type KeyRing } from './credential-key.ts';

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sente-key-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (dataDir = folder, credentialKeys: KeyRing | null = null) =>
  openSealer({ dataDir, credentialKeys }, (line) => said.push(line));

it('the key is created once, readable by its owner only, and reused', () => {
  const dataDir = join(folder, 'data');
  const { keyName } = open(dataDir);
  expect(open(dataDir).keyName).toBe(keyName);
  expect(said).toEqual([expect.stringContaining('Back it up')]);
  expect(readdirSync(dataDir)).toEqual(['credential.key']);
  expect(statSync(join(dataDir, 'credential.key')).mode & 0o777).toBe(0o400);
  expect(said.join()).not.toContain(readFileSync(join(dataDir, 'credential.key'), 'utf8').trim());
});

it('each folder has its own key', () => {
  expect(open(join(folder, 'a')).keyName).not.toBe(open(join(folder, 'b')).keyName);
});

it('a key from the settings is used and no file is created', () => {
  const key = Buffer.alloc(32, 3);
  expect(open(folder, [key]).keyName).toBe(open(join(folder, 'nowhere'), [key]).keyName);
  expect(readdirSync(folder)).toEqual([]);
});

it('a key file can hold former keys after the current one', () => {
  const former = open();
  const path = join(folder, 'credential.key');
  const text = `${Buffer.alloc(32, 4).toString('hex')}\n${readFileSync(path, 'utf8')}`;
  rmSync(path);
  writeFileSync(path, text);
  expect(open().keyNames).toEqual([expect.not.stringMatching(former.keyName), former.keyName]);
});

it('processes that start together share one key', async () => {
  const program = `
    const { openSealer } = await import(${JSON.stringify(new URL('credential-key.ts', import.meta.url).href)});
    process.stdout.write(openSealer({ dataDir: process.argv[1], credentialKeys: null }, () => {}).keyName);`;
  const run = promisify(execFile);
  const started = await Promise.all(
    Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module', '--eval', program, folder]),
    ),
  );
  expect(new Set(started.map(({ stdout }) => stdout)).size).toBe(1);
  expect(started[0]?.stdout).toBe(open().keyName);
  expect(readdirSync(folder)).toEqual(['credential.key']);
}, 30_000);

it.each(['', 'half a k', 'x'.repeat(44)])(
  'an unusable key file with %j gets an error that says what to do',
  (text) => {
    writeFileSync(join(folder, 'credential.key'), text);
    expect(() => open()).toThrow(/does not hold a key\. Put it back from a backup/);
    expect(readFileSync(join(folder, 'credential.key'), 'utf8')).toBe(text);
  },
);

it('an unwritable folder gets an error that says what to do', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, join(folder, 'no', 'such')]) {
    expect(() => open(dataDir)).toThrow('Set SENTE_CREDENTIAL_KEY');
  }
});
