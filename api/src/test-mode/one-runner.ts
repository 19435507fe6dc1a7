import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { briefLimits } from '../db/limits.ts';
import { lockKeys } from '../db/lock-keys.ts';

const tryAgainMs = 10_000;

/**
 * Runs `start` on one server at a time: the simulated networks remember their orders in the memory of a
 * server, so payments must not be asked about on another one. All servers accept orders.
 */
export function onOneServer(url: string, start: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let holder: pg.Client | null = null;
  const hold = async (): Promise<boolean> => {
    const client = new pg.Client({
      ...briefLimits,
      connectionString: url,
      application_name: 'sente test world',
    });
    // The database frees the lock; what runs here goes on, and moves nothing real.
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ is_held: boolean }>(
        'select pg_try_advisory_lock($1) as is_held',
        [lockKeys.testWorld],
      );
      if (rows[0]?.is_held) holder = client;
      else await client.end();
    } catch {
      await client.end().catch(() => {});
    }
    return holder !== null;
  };
  const holding = (async () => {
    while (!stopping.signal.aborted) {
      if (await hold()) return start();
      await sleep(tryAgainMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await holding;
      await holder?.end().catch(() => {});
    },
  };
}
