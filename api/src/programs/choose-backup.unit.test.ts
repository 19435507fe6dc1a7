import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { chooseBackup } from './choose-backup.ts';

const id = '7412345';
let folder: string;
let archiveDir: string;
const at = (hour: string) => new Date(`2026-11-15T${hour}:00Z`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sente-backups-'));
  archiveDir = mkdtempSync(join(tmpdir(), 'sente-archive-'));
});

function backup(hour: string, archive: string, timeline: number, end: string): string {
  const made = join(folder, `sente-${hour}`);
  mkdirSync(made);
  const about = { madeAt: at(hour).toISOString(), systemIdentifier: id, archive };
  writeFileSync(join(made, 'sente-backup.json'), JSON.stringify(about));
  const ranges = [{ Timeline: timeline, 'Start-LSN': end, 'End-LSN': end }];
  writeFileSync(join(made, 'backup_manifest'), JSON.stringify({ 'WAL-Ranges': ranges }));
  return made;
}

function archived(name: string, hour: string, segment: string, history?: string): string {
  const made = join(archiveDir, name);
  mkdirSync(made);
  writeFileSync(join(made, `${segment}.gz`), '');
  utimesSync(join(made, `${segment}.gz`), at(hour), at(hour));
  if (history !== undefined) {
    writeFileSync(join(made, `${segment.slice(0, 8)}.history`), history);
    writeFileSync(join(made, 'follows'), id);
  }
  return made;
}

const choose = (more: { to?: Date; archive?: string } = {}) =>
  chooseBackup({ folder, archiveDir, to: null, archive: null, ...more });

it('follows a restore that went on, from a backup before it', () => {
  const early = backup('03:00', id, 1, '0/5000028');
  // What the restore has undone.
  backup('09:40', id, 1, '0/9000028');
  const first = archived(id, '09:50', '000000010000000000000009');
  const second = archived(`${id}-b`, '11:00', '000000020000000000000007', '1\t0/7000100\tbefore\n');
  const { backup: from, archives, life, others } = choose();
  expect(from.folder).toBe(early);
  expect(archives).toEqual([second, first]);
  expect(life.follows).toBe(`${id}-b`);
  expect(others).toEqual([id]);
  expect(choose({ to: at('10:30') }).backup.folder).toBe(early);
  expect(choose({ archive: id }).backup.madeAt).toBe(at('09:40').toISOString());
});

it('does not follow a rehearsal that ended before the server did', () => {
  backup('03:00', id, 1, '0/5000028');
  const first = archived(id, '11:00', '000000010000000000000009');
  archived(`${id}-b`, '09:00', '000000020000000000000007', '1\t0/7000100\tno target\n');
  expect(choose().archives).toEqual([first]);
});

it('goes through a branch that a restore to a moment before it has undone', () => {
  backup('03:00', id, 1, '0/5000028');
  archived(id, '09:50', '000000010000000000000009');
  archived(`${id}-b`, '10:00', '000000020000000000000008', '1\t0/8000100\tno target\n');
  const third = archived(
    `${id}-c`,
    '11:00',
    '000000030000000000000006',
    '1\t0/8000100\tno target\n\n2\t0/6000100\tbefore\n',
  );
  expect(choose().archives[0]).toBe(third);
});

it('refuses what would stop or go astray on the way', () => {
  backup('03:00', id, 1, '0/5000028');
  archived(id, '09:50', '000000010000000000000009');
  // It archived later only: the segment of its branch is missing.
  archived(`${id}-b`, '11:00', '000000020000000000000008', '1\t0/7000100\tno target\n');
  expect(() => choose()).toThrow(`leads into ${id}-b`);
  expect(choose({ archive: id }).archives).toHaveLength(1);
  expect(() => choose({ archive: 'other' })).toThrow('The archive has no other');
  expect(() => choose({ to: at('02:00') })).toThrow('The oldest backup');
});

it('takes the newest backup if nothing was archived since', () => {
  backup('03:00', id, 1, '0/5000028');
  archived(id, '04:00', '000000010000000000000009');
  const made = backup('12:00', `${id}-b`, 2, '0/9000028');
  const { backup: from, archives } = choose();
  expect(from.folder).toBe(made);
  expect(archives).toEqual([]);
});

it('without an archive takes the last backup before the moment, of whatever life', () => {
  const early = backup('03:00', id, 1, '0/5000028');
  const late = backup('12:00', `${id}-b`, 2, '0/9000028');
  const alone = { folder, archiveDir: null, archive: null };
  expect(chooseBackup({ ...alone, to: at('10:00') }).backup.folder).toBe(early);
  expect(chooseBackup({ ...alone, to: null }).backup.folder).toBe(late);
});
