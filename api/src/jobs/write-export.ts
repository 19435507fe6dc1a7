import type { Task } from 'graphile-worker';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { failExport, writeExport } from '../file-exports/write-export.ts';

const input = z.object({ exportId: z.guid() });

/** Written by exports_enqueue. */
export function writeExportTask(database: Database, logger: Logger): Task {
  return async (payload, { job }) => {
    const { exportId } = z.parse(input, payload);
    try {
      await writeExport(database, exportId);
    } catch (error) {
      if (job.attempts < job.max_attempts) throw error;
      logger.error({ err: error, exportId }, 'an export could not be written');
      await failExport(database, exportId);
    }
  };
}
