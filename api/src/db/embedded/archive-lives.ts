import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { clusterDirOf, systemIdentifier } from './cluster.ts';
import { errorCode } from './start-error.ts';

/**
 * A cluster lives from its creation, or from a restore, until the next restore. Each life archives into a folder of its
 * own: two servers that were restored from one backup give their segments the same names.
 */
export interface Life {
  /** Name of its folder in the archive. */
  readonly name: string;
  /** The life that it was restored from. */
  readonly follows: string | null;
}

const lifeFile = 'life.json';
const followsFile = 'follows';
const segmentBytes = 16n * 1024n * 1024n;
const segmentName = /^[0-9A-F]{24}(\.gz)?$/;

export function lifeOf(dataDir: string): Life {
  const file = join(dataDir, 'postgres', lifeFile);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Life;
  return { name: systemIdentifier(clusterDirOf(dataDir)), follows: null };
}

/** Beside the cluster, before anybody starts it. */
export function beginLife(dataDir: string, life: Life): void {
  writeFileSync(join(dataDir, 'postgres', lifeFile), JSON.stringify(life), { mode: 0o600 });
}

/** What a restore needs to know of a life, apart from its segments. At each start: it may have begun without an archive. */
export function describeLife(folder: string, life: Life, clusterDir: string): void {
  if (life.follows !== null) writeFileSync(join(folder, followsFile), life.follows);
  for (const name of historiesIn(join(clusterDir, 'pg_wal'))) {
    try {
      copyFileSync(join(clusterDir, 'pg_wal', name), join(folder, name), constants.COPYFILE_EXCL);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

export interface ArchivedLife extends Life {
  readonly folder: string;
  /** When its last segment came; null if none did. */
  readonly lastAt: Date | null;
}

/** The lives of one cluster that an archive knows. */
export function archivedLives(archiveDir: string, systemId: string): ArchivedLife[] {
  if (!existsSync(archiveDir)) return [];
  const names = readdirSync(archiveDir).filter(
    (name) => name === systemId || name.startsWith(`${systemId}-`),
  );
  return names.map((name) => {
    const folder = join(archiveDir, name);
    const follows = join(folder, followsFile);
    const times = readdirSync(folder)
      .filter((each) => segmentName.test(each))
      .map((each) => statSync(join(folder, each)).mtimeMs);
    return {
      name,
      folder,
      follows: existsSync(follows) ? readFileSync(follows, 'utf8').trim() : null,
      lastAt: times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b))),
    };
  });
}

/** A life, the one that it was restored from, and so on. */
export function lineage(life: ArchivedLife, lives: readonly ArchivedLife[]): ArchivedLife[] {
  const line: ArchivedLife[] = [];
  for (let next: ArchivedLife | undefined = life; next && !line.includes(next);) {
    line.push(next);
    const before: string | null = next.follows;
    next = lives.find(({ name }) => name === before);
  }
  return line;
}

/** Where a backup ends. */
export interface WalPosition {
  readonly timeline: number;
  readonly lsn: bigint;
}

/**
 * Whether the segments of a line of lives lead from a backup of an earlier life into the first one: it branched off
 * after the backup, and the first segment of each branch is there. Without it PostgreSQL would go on in the former
 * life, past the branch.
 */
export function leadsFrom(position: WalPosition, line: readonly ArchivedLife[]): boolean {
  const [life] = line;
  const newest = life && historiesIn(life.folder).at(-1);
  if (!newest) return false;
  const branches = readHistory(readFileSync(join(life.folder, newest), 'utf8'));
  const first = branches.findIndex(({ timeline }) => timeline === position.timeline);
  if (first === -1) return false;
  const timelines = [...branches.map(({ timeline }) => timeline), Number.parseInt(newest, 16)];
  return branches.every(({ lsn }, index) => {
    if (index < first) return true;
    if (lsn < position.lsn) return false;
    // A restore to a moment before a branch leaves that branch in the history, without effect.
    if (branches.slice(index).some((later) => later.lsn < lsn)) return true;
    const segment = segmentAt(timelines[index + 1] ?? 0, lsn);
    return line.some(({ folder }) => holds(folder, segment));
  });
}

const holds = (folder: string, segment: string): boolean =>
  existsSync(join(folder, segment)) || existsSync(join(folder, `${segment}.gz`));

/** By the number of their timeline. */
const historiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .sort();

/** Each line: a timeline, where the next one branched off, and why. */
function readHistory(text: string): WalPosition[] {
  return [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)].map(
    ([, timeline, lsn = '']) => ({ timeline: Number(timeline), lsn: readLsn(lsn) }),
  );
}

export function readLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** As PostgreSQL names it: timeline, then the number of the segment in two parts. */
export function segmentAt(timeline: number, lsn: bigint): string {
  const inEach = 0x1_0000_0000n / segmentBytes;
  const number = lsn / segmentBytes;
  return [BigInt(timeline), number / inEach, number % inEach]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
