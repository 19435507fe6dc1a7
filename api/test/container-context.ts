import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './documented.ts';

interface Pattern {
  readonly matches: RegExp;
  readonly isKept: boolean;
}

/** The last pattern that matches a path, or a folder that it is in, decides. */
const patterns: readonly Pattern[] = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const glob = line
      .replace(/^!/, '')
      .replaceAll('.', String.raw`\.`)
      .replaceAll('**/', '<any>')
      .replaceAll('*', '[^/]*')
      .replaceAll('<any>', '(?:.*/)?');
    return { matches: new RegExp(`^${glob}(?:/|$)`), isKept: line.startsWith('!') };
  });

/** Whether `COPY . .` copies this file into the image. */
export function isCopied(path: string): boolean {
  return patterns.findLast(({ matches }) => matches.test(path))?.isKept ?? true;
}

const neverWalked = new Set(['node_modules', '.git', '.cache', '.data']);

/** Every file of this folder that an image would contain. */
export function copiedFiles(folder = ''): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return neverWalked.has(entry.name) ? [] : copiedFiles(path);
    return isCopied(path) ? [path] : [];
  });
}
