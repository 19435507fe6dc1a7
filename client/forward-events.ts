#!/usr/bin/env node
/**
 * Brings your events to a server that nobody outside can reach, such as a shop behind the network of a mobile
 * operator: asks Sente for them and posts them to an address of yours, signed like a webhook.
 *
 *   SENTE_URL=https://pay.example.com SENTE_CHANNEL_ID=... SENTE_SECRET_KEY=... \
 *   SENTE_WEBHOOK_SECRET=whsec_... node forward-events.ts http://localhost:4000/webhooks
 *
 * The key needs the scope read. The webhook secret is one that you choose: whsec_ and 32 random bytes in Base64. The
 * place in the events is kept in a file, sente-events.place by default (SENTE_PLACE); without it the first run begins
 * with what comes from then on, or after the number in SENTE_AFTER. An event is posted until your server answers 2xx,
 * and the next one only then. It can come twice, with the same webhook-id.
 */
import { createHmac } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSenteClient, SenteError, webhookKey } from './sente-client.ts';
import type { NumberedEvent, SenteOptions } from './sente-client.ts';

export interface ForwardOptions extends SenteOptions {
  /** Where events are posted to. */
  readonly target: string;
  readonly webhookSecret: string;
  /** The file that has the sequence of the last event that arrived. */
  readonly placeFile: string;
  /** For a first run: begins after this event. The last one by default. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  readonly say?: (line: string) => void;
  /** The first pause after a failure; it doubles up to a minute. */
  readonly pauseMs?: number;
}

const longestPauseMs = 60_000;

/** Runs until the signal; throws if the key is refused. */
export async function forwardEvents(options: ForwardOptions): Promise<void> {
  const { signal, say = () => {} } = options;
  const sente = createSenteClient(options);
  webhookKey(options.webhookSecret);
  let after = readPlace(options.placeFile) ?? options.after;
  if (after === undefined) {
    after = (await sente.events({ limit: 1 })).lastSequence;
    keepPlace(options.placeFile, after);
  }
  say(`Forwarding events after ${after} to ${options.target}`);
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const { events } = await sente.events({ after, limit: 100, wait: 25 });
      failures = 0;
      for (const event of events) {
        if (!(await postUntilTaken(event, options))) return;
        after = event.sequence;
        keepPlace(options.placeFile, after);
        say(`${event.sequence} ${event.type}`);
      }
    } catch (error) {
      if (!(error instanceof SenteError) || !isPassing(error)) throw error;
      say(`${error.message}; trying again`);
      await pause(options, ++failures);
    }
  }
}

/** The connection, or the server, may be back later. */
function isPassing({ code, status }: SenteError): boolean {
  return code === 'no_answer' || status === 429 || status >= 500;
}

/** False if the program is to stop. */
async function postUntilTaken(event: NumberedEvent, options: ForwardOptions): Promise<boolean> {
  for (let failures = 1; !options.signal?.aborted; failures++) {
    const problem = await post(event, options);
    if (problem === null) return true;
    options.say?.(`${event.sequence} ${event.type}: ${problem}; trying again`);
    await pause(options, failures);
  }
  return false;
}

/** Null if it was taken, or why not. */
async function post(
  { id, ...event }: NumberedEvent,
  { target, webhookSecret }: ForwardOptions,
): Promise<string | null> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', webhookKey(webhookSecret))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    return response.ok ? null : `the answer was ${response.status}`;
  } catch (error) {
    return `no answer (${error instanceof Error ? error.message : String(error)})`;
  }
}

function pause({ signal, pauseMs = 1_000 }: ForwardOptions, failures: number): Promise<void> {
  const ms = Math.min(pauseMs * 2 ** Math.min(failures - 1, 20), longestPauseMs);
  // A stop is no error: the loop looks at the signal itself.
  return sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => {});
}

function readPlace(file: string): number | undefined {
  try {
    const place = Number(readFileSync(file, 'utf8').trim());
    if (Number.isInteger(place) && place >= 0) return place;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
  throw new Error(`${file} does not contain the number of an event`);
}

/** Whole or not at all, also if the power fails. */
function keepPlace(file: string, sequence: number): void {
  writeFileSync(`${file}.new`, `${sequence}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

async function main(): Promise<void> {
  const need = (name: string): string => {
    const value = process.env[name];
    if (!value) throw new SenteError('not_configured', `Set ${name}`);
    return value;
  };
  const target = process.argv[2];
  if (!target) throw new SenteError('not_configured', 'Name the address that events are posted to');
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      stopping.abort();
      // A call may wait for half a minute; what it brings is asked for again next time.
      process.exit(0);
    });
  }
  const after = process.env['SENTE_AFTER'];
  await forwardEvents({
    baseUrl: need('SENTE_URL'),
    channelId: need('SENTE_CHANNEL_ID'),
    secretKey: need('SENTE_SECRET_KEY'),
    webhookSecret: need('SENTE_WEBHOOK_SECRET'),
    target,
    placeFile: process.env['SENTE_PLACE'] ?? 'sente-events.place',
    ...(after !== undefined && { after: Number(after) }),
    signal: stopping.signal,
    say: (line) => console.log(line),
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof SenteError ? `${error.message} (${error.code})` : error);
    process.exitCode = 1;
  });
}
