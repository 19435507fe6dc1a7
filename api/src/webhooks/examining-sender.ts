import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { databaseNow } from '../db/clock.ts';
import type { Sealer } from '../security/secrets.ts';
import { newWebhookSecret, openSecret } from './secret.ts';
import { post, type Reply } from './sending.ts';
import { AddressRefused, resolveTarget, type AddressRules } from './target.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** One message to the examined webhook. */
export interface Shot {
  readonly id: string;
  readonly body: string;
  /** right: as always. two: beside one of another secret, as after a rotation. */
  readonly signature: 'right' | 'two' | 'of another secret' | 'of another body' | 'none';
  /** How old its timestamp is, in seconds; below zero: from the future. */
  readonly ageSeconds?: number;
  /** Hangs up so soon that no answer is heard. */
  readonly hangsUp?: boolean;
}

export interface Heard extends Reply {
  readonly durationMs: number;
}

export type Shoot = (shot: Shot) => Promise<Heard>;

/** As long as the sender of events waits. */
const timeoutMs = 15_000;
const hangsUpAfterMs = 30;

/** Sends what the real sender never would, to the addresses that it may send to. */
export function createShoot(
  sealer: Sealer,
  addresses: AddressRules,
  webhook: WebhookRow,
  signal: AbortSignal,
): Shoot {
  return async (shot) => {
    const started = performance.now();
    const reply = await send(sealer, addresses, webhook, shot, signal);
    return { ...reply, durationMs: Math.round(performance.now() - started) };
  };
}

async function send(
  sealer: Sealer,
  addresses: AddressRules,
  webhook: WebhookRow,
  shot: Shot,
  signal: AbortSignal,
): Promise<Reply> {
  const opened = openSecret(sealer, webhook);
  if ('unreadable' in opened) {
    return nothing('The webhook secret cannot be opened with the key of this server');
  }
  const at = new Date(databaseNow() - (shot.ageSeconds ?? 0) * 1000);
  const signature = signatureOf(shot, at, opened.secret);
  try {
    return await post(await resolveTarget(webhook.url, addresses), shot.body, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sente-Webhooks/1',
        'webhook-id': shot.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        ...(signature !== null && { 'webhook-signature': signature }),
      },
      timeoutMs: shot.hangsUp ? hangsUpAfterMs : timeoutMs,
      signal,
    });
  } catch (error) {
    if (error instanceof AddressRefused) return nothing(error.message);
    throw error;
  }
}

function nothing(error: string): Reply {
  return { statusCode: null, answer: null, error };
}

function signatureOf({ id, body, signature }: Shot, at: Date, secret: string): string | null {
  const by = (key: string, text: string): string => new Webhook(key).sign(id, at, text);
  switch (signature) {
    case 'right':
      return by(secret, body);
    case 'two':
      return `${by(newWebhookSecret(), body)} ${by(secret, body)}`;
    case 'of another secret':
      return by(newWebhookSecret(), body);
    case 'of another body':
      return by(secret, randomBytes(16).toString('hex'));
    case 'none':
      return null;
  }
}
