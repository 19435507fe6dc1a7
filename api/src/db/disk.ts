import { statfs } from 'node:fs/promises';
import { limited } from './probe.ts';

/** What is left on the disk of a folder. */
export interface DiskState {
  readonly folder: string;
  readonly state: 'ok' | 'low' | 'full';
  readonly freeBytes: number;
}
/** Folders that cannot be asked now are left out. */
export type ReadDisks = () => Promise<readonly DiskState[]>;

const megabyte = 1024 * 1024;
/** Four segments of the WAL: with less the database may stop at any moment. */
const fullBelow = 64 * megabyte;
const lowBelow = 1024 * megabyte;

/** The folders of this machine that must not fill, by the names that operators see. */
export function watchDisks(folders: Readonly<Record<string, string>>): ReadDisks {
  const entries = Object.entries(folders);
  // A dead network folder hangs for ever.
  return limited(async () => {
    const states = await Promise.all(entries.map(([folder, path]) => stateOf(folder, path)));
    return states.filter((state) => state !== null);
  }, []);
}

async function stateOf(folder: string, path: string): Promise<DiskState | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return diskState(folder, bavail * bsize);
  } catch {
    return null;
  }
}

export function diskState(folder: string, freeBytes: number): DiskState {
  const state = freeBytes < fullBelow ? 'full' : freeBytes < lowBelow ? 'low' : 'ok';
  return { folder, state, freeBytes };
}
