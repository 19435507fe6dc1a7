import type { Change, Database } from '../db/database.ts';
import { encodeChanges } from './changes.ts';

export const channel = 'sente_live';

/**
 * Changes of this server go out together: a notification in every transaction would make all commits of the
 * database wait for each other.
 */
const togetherMs = 200;

/**
 * Tells all servers what this one has committed. What cannot be told is forgotten: the portal also asks every
 * minute.
 */
export function publishChanges(database: Database): void {
  let waiting: Change[] = [];
  const send = async (): Promise<void> => {
    const messages = encodeChanges(waiting);
    waiting = [];
    await database.unscoped.rows('select pg_notify($1, m) from unnest($2::text[]) m', [
      channel,
      messages,
    ]);
  };
  database.onCommitted((changes) => {
    if (waiting.length === 0) setTimeout(() => void send().catch(() => {}), togetherMs).unref();
    waiting.push(...changes);
  });
}
