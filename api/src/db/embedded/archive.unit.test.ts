import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressArchive, restoreCommand, trimArchive } from './archive.ts';

const segment = '0000000100000000000000A1';

/** As PostgreSQL asks for a segment. */
function restore(folder: string, name: string): Buffer | null {
  const target = join(folder, 'restored');
  const command = restoreCommand([folder]).replaceAll('%f', name).replaceAll('%p', target);
  try {
    execFileSync('/bin/sh', ['-c', command], { stdio: 'pipe' });
  } catch {
    return null;
  }
  return readFileSync(target);
}

it('compresses what has been archived, and restores it as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), "sente's archive "));
  const content = Buffer.concat([randomBytes(1_000), Buffer.alloc(1_000_000)]);
  writeFileSync(join(folder, segment), content);
  writeFileSync(join(folder, '00000002.history'), 'of a restore');
  await compressArchive(folder, 60_000);
  expect(readdirSync(folder)).toContain(segment);
  expect(restore(folder, segment)?.equals(content)).toBe(true);

  await compressArchive(folder, 0);
  expect(readdirSync(folder).sort()).toEqual([`${segment}.gz`, '00000002.history', 'restored']);
  expect(statSync(join(folder, `${segment}.gz`)).size).toBeLessThan(content.length / 10);
  expect(restore(folder, segment)?.equals(content)).toBe(true);
  expect(restore(folder, '00000002.history')?.toString()).toBe('of a restore');
  expect(restore(folder, segment.replace('A1', 'A2'))).toBeNull();

  expect(trimArchive(folder, segment)).toBe(0);
  expect(trimArchive(folder, segment.replace('A1', 'A2'))).toBe(1);
  expect(existsSync(join(folder, `${segment}.gz`))).toBe(false);
});

it('replaces no segment by another one of the same name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sente-archive-'));
  const [first, second] = [randomBytes(1_000), randomBytes(1_000)];
  const file = join(folder, segment);
  writeFileSync(file, first);
  await compressArchive(folder, 0);
  // Archived once more after a crash: the same.
  writeFileSync(file, first);
  await compressArchive(folder, 0);
  expect(readdirSync(folder)).toEqual([`${segment}.gz`]);
  // Of another server; what comes after it is compressed all the same.
  writeFileSync(file, second);
  writeFileSync(join(folder, segment.replace('A1', 'A2')), second);
  await expect(compressArchive(folder, 0)).rejects.toThrow(`${segment} is there twice`);
  expect(readdirSync(folder).sort()).toEqual([
    segment,
    `${segment}.gz`,
    `${segment.replace('A1', 'A2')}.gz`,
  ]);
  expect(gunzipSync(readFileSync(`${file}.gz`)).equals(first)).toBe(true);
  expect(readFileSync(file).equals(second)).toBe(true);
});
