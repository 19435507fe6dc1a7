import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

export interface Listener {
  stop(): Promise<void>;
}

interface ListenerOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly channel: string;
  readonly onMessage: (message: string) => void;
  /** It listens from now on: messages may have been missed before. */
  readonly onGap?: () => void;
}

/** A connection can be dead without an error, so it is asked now and then. */
const probeEveryMs = 15_000;
const answerWithinMs = 5_000;
const tryAgainMs = 1_000;

/** Listens on a connection of its own for as long as it is not stopped. */
export function startListener(options: ListenerOptions): Listener {
  const stopping = new AbortController();
  const running = run(options, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function run(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    if (turn > 0) await pause(tryAgainMs, signal);
    try {
      await listenOnce(options, signal);
    } catch (error) {
      options.logger.debug(
        { err: error },
        'the connection that listens to the other instances broke',
      );
    }
  }
}

async function listenOnce(
  { url, channel, onMessage, onGap }: ListenerOptions,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'sente live',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The connection ended')));
  });
  broken.catch(() => {});
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    onGap?.();
    while (!signal.aborted) {
      await Promise.race([broken, pause(probeEveryMs, signal)]);
      if (!signal.aborted) await client.query('select 1');
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => {});
}
