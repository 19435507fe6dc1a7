import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the databases of a run take, and as much again. */
const enoughBytes = 4 * 2 ** 30;

/**
 * For a database whose disk is not part of the test: in memory if there is room. Each test file makes and drops a
 * database of hundreds of files, and a disk took a tenth of the processor time of the run for that.
 */
export function createDataDir(prefix: string): string {
  return mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), prefix));
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enoughBytes;
}

/**
 * Deletes folders in the background, also after this process has ended: a database consists of thousands
 * of files, and nobody needs to wait for the last of them.
 */
export function discard(...folders: readonly string[]): void {
  spawn('rm', ['-rf', '--', ...folders], { detached: true, stdio: 'ignore' }).unref();
}
