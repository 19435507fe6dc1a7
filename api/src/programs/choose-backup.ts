import { randomBytes } from 'node:crypto';
import {
  archivedLives,
  leadsFrom,
  lineage,
  type ArchivedLife,
  type Life,
} from '../db/embedded/archive-lives.ts';
import { endOf } from '../db/embedded/base-backup.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { backupsIn, type Backup } from './backup-folder.ts';

export interface Wanted {
  /** Of backups, or one backup. */
  readonly folder: string;
  readonly archiveDir: string | null;
  /** The last backup before this moment; null: the last one. */
  readonly to: Date | null;
  /** Folder of the archive that the restore follows; null: the one of the server that was alive last. */
  readonly archive: string | null;
}

export interface Chosen {
  readonly backup: Backup;
  /** Folders of the archive, the newest life first. */
  readonly archives: readonly string[];
  /** The life that begins. */
  readonly life: Life;
  /** Other folders of the archive that could be followed. */
  readonly others: readonly string[];
}

const lifeOfBackup = ({ archive, systemIdentifier }: Backup): string => archive ?? systemIdentifier;

export function chooseBackup(wanted: Wanted): Chosen {
  const { folder, archiveDir, to, archive } = wanted;
  const backups = backupsIn(folder);
  if (backups.length === 0) throw new StartError(`There is no backup in ${folder}.`);
  const inTime = backups.filter(({ madeAt }) => !to || new Date(madeAt) <= to);
  const newest = inTime.at(-1);
  if (!newest) {
    throw new StartError(
      `The oldest backup in ${folder} is from ${backups[0]?.madeAt}, after that.`,
    );
  }
  const lives = archiveDir === null ? [] : archivedLives(archiveDir, newest.systemIdentifier);
  const ofCluster = backups.filter((each) => each.systemIdentifier === newest.systemIdentifier);
  const names = byLastSign(ofCluster, lives);
  // Without an archive there is nothing to follow.
  const followed = archiveDir === null ? undefined : names[0];
  const name = archive ?? followed ?? lifeOfBackup(newest);
  const life = lives.find((each) => each.name === name);
  if (archive !== null && !life) {
    throw new StartError(`The archive has no ${archive}. It has: ${names.join(', ')}.`);
  }
  const line = life ? lineage(life, lives) : [];
  const backup = inTime.findLast((each) => leads(each, name, line));
  if (!backup) {
    throw new StartError(
      `No backup in ${folder} of that time leads into ${name}, where the archive was written last. --archive follows another one: ${names.join(', ')}.`,
    );
  }
  return {
    backup,
    archives: line.map((each) => each.folder),
    life: { name: nameAfter(backup), follows: name },
    others: names.filter((each) => each !== name),
  };
}

function leads(backup: Backup, name: string, line: readonly ArchivedLife[]): boolean {
  const own = lifeOfBackup(backup);
  if (own === name) return true;
  return line.some((each) => each.name === own) && leadsFrom(endOf(backup.folder), line);
}

/** The life that archived or was backed up last comes first: a rehearsal ends before what it was made from. */
function byLastSign(backups: readonly Backup[], lives: readonly ArchivedLife[]): string[] {
  const last = new Map<string, number>();
  const sign = (name: string, at: number) => last.set(name, Math.max(at, last.get(name) ?? 0));
  for (const { name, lastAt } of lives) if (lastAt) sign(name, lastAt.getTime());
  for (const each of backups) sign(lifeOfBackup(each), new Date(each.madeAt).getTime());
  return [...last].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

function nameAfter({ systemIdentifier }: Backup): string {
  const time = new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  return `${systemIdentifier}-${time}-${randomBytes(3).toString('hex')}`;
}
