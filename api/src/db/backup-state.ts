import type { Db } from './database.ts';

export interface BackupState {
  /** Since the last backup of the embedded database, infinite if there was none; null: it is not embedded. */
  readonly ageSeconds: number | null;
  /** The server archives, and its last attempt failed. */
  readonly isArchiveFailing: boolean;
}

export async function readBackupState(db: Db): Promise<BackupState> {
  const row = await db.row<{ age: number | null; failing: boolean }>(
    `select coalesce((
       select extract(epoch from now() - (f.value #>> '{}')::timestamptz)::float8
       from server_facts f where f.name = 'last_backup'
     ), case when current_setting('sente.cluster', true) <> '' then 'infinity'::float8 end) as age, current_setting('archive_mode') <> 'off'
       and coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as failing
     from pg_stat_archiver a`,
  );
  return { ageSeconds: row?.age ?? null, isArchiveFailing: row?.failing ?? false };
}
