import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseBackup } from '../db/embedded/base-backup.ts';

/** What a backup says about itself. */
export interface About extends BaseBackup {
  readonly madeAt: string;
  readonly systemIdentifier: string;
  /** Folder of the archive of the database. Missing in backups of a version that had one for all lives. */
  readonly archive?: string;
}

export interface Backup extends About {
  readonly folder: string;
}

export const aboutName = 'sente-backup.json';
export const sealedName = 'keys.sealed.json';

/** What the simulated networks remember; there are none with real networks. */
export const besideDatabase = ['simulator.jsonl', 'simulator-test.jsonl'];

/** The complete backups in a folder, the oldest first; or the one that the folder is. */
export function backupsIn(folder: string): Backup[] {
  const read = (each: string): Backup[] => {
    const file = join(each, aboutName);
    if (!existsSync(file)) return [];
    return [{ ...(JSON.parse(readFileSync(file, 'utf8')) as About), folder: each }];
  };
  if (!existsSync(folder)) return [];
  const inside = readdirSync(folder).filter((name) => name.startsWith('sente-'));
  return [folder, ...inside.map((name) => join(folder, name))]
    .flatMap(read)
    .toSorted((a, b) => a.madeAt.localeCompare(b.madeAt));
}

/** Readable by its owner only, and on disk when this returns. */
export function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
