import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { packWords } from './changes.ts';
import { startListener, type Listener } from './listener.ts';

/** What is limited for each company over all instances together. */
export type CountedLimit = 'requests' | 'holders';

/**
 * Each instance decides by its own count, which costs no request a call of the database, and tells the others what it
 * has counted. Together they allow at most what comes in such a moment beyond the limit.
 */
export interface SharedCounts {
  /** Returns what counts one here. `heard` is told what the other instances have counted. */
  share(
    limit: CountedLimit,
    heard: (companyId: string, count: number) => void,
  ): (companyId: string) => void;
  stop(): Promise<void>;
}

const channel = 'sente_counts';
const togetherMs = 200;

interface SharedCountsOptions {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
}

/** What cannot be told is forgotten: without the database nothing that is limited succeeds. */
export function createSharedCounts({ url, database, logger }: SharedCountsOptions): SharedCounts {
  const self = randomUUID();
  const listeners = new Map<string, (companyId: string, count: number) => void>();
  let untold = new Map<string, number>();
  let listener: Listener | null = null;

  const tell = async (): Promise<void> => {
    const words = [...untold].map(([what, count]) => `${what}:${count}`);
    untold = new Map();
    await database.unscoped.rows(`select pg_notify($1, $2 || ' ' || m) from unnest($3::text[]) m`, [
      channel,
      self,
      packWords(words),
    ]);
  };
  /** Ignores what it does not know: during an upgrade a newer server may send it. */
  const onMessage = (message: string): void => {
    const [from, ...words] = message.split(' ');
    if (from === self) return;
    for (const word of words) {
      const [limit = '', companyId = '', count] = word.split(':');
      listeners.get(limit)?.(companyId, Number(count) || 0);
    }
  };

  return {
    share(limit, heard) {
      listeners.set(limit, heard);
      return (companyId) => {
        // A server without limited requests has no limits to share.
        listener ??= startListener({ url, logger, channel, onMessage });
        if (untold.size === 0) setTimeout(() => void tell().catch(() => {}), togetherMs).unref();
        const what = `${limit}:${companyId}`;
        untold.set(what, (untold.get(what) ?? 0) + 1);
      };
    },
    stop: async () => listener?.stop(),
  };
}

/** Of an instance that has no others. */
export const countsAlone: SharedCounts = { share: () => () => {}, stop: async () => {} };
