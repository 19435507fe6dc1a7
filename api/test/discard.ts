import { spawn } from 'node:child_process';

/**
 * Deletes folders in the background, also after this process has ended: a database consists of thousands
 * of files, and nobody needs to wait for the last of them.
 */
export function discard(...folders: readonly string[]): void {
  spawn('rm', ['-rf', '--', ...folders], { detached: true, stdio: 'ignore' }).unref();
}
