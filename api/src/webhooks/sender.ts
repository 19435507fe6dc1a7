import { Webhook } from 'standardwebhooks';
import { databaseNow } from '../db/clock.ts';
import type { Sealer } from '../security/secrets.ts';
import { openVoucher, type StoredVoucher } from '../security/vouchers.ts';
import type { NewAttempt } from './deliveries.queries.ts';
import { openPrevious, openSecret } from './secret.ts';
import { post, type Reply } from './sending.ts';
import { AddressRefused, resolveTarget, type AddressRules } from './target.ts';
import type { WebhookRow } from './webhooks.queries.ts';

export interface Message {
  /** The same for every attempt, so that a company can detect duplicates. */
  readonly id: string;
  readonly payload: unknown;
  /** Goes out in clear in place of the masked one; null if none was sold, or not for this address. */
  readonly voucher: StoredVoucher | null;
}

export interface Sender {
  /** Never throws: errors are part of the attempt. */
  send(webhook: WebhookRow, message: Message, signal?: AbortSignal): Promise<NewAttempt>;
}

export interface SenderOptions {
  readonly sealer: Sealer;
  readonly addresses: AddressRules;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

export function createSender({ sealer, addresses, timeoutMs }: SenderOptions): Sender {
  return {
    async send(webhook, message, signal) {
      const { id } = message;
      const at = new Date(databaseNow());
      const started = performance.now();
      const requestHeaders = {
        'content-type': 'application/json',
        'user-agent': 'Sente-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      };
      const reply = await reach(async () => {
        const body = JSON.stringify(withVoucher(sealer, message));
        const signature = secretsOf(sealer, webhook)
          .map((secret) => new Webhook(secret).sign(id, at, body))
          .join(' ');
        const target = await resolveTarget(webhook.url, addresses);
        return post(target, body, {
          headers: { ...requestHeaders, 'webhook-signature': signature },
          timeoutMs: timeoutMs ?? defaultTimeoutMs,
          signal,
        });
      });
      const durationMs = Math.round(performance.now() - started);
      return { at, url: webhook.url, requestHeaders, ...reply, durationMs };
    },
  };
}

export function isDelivered({ statusCode }: Pick<Reply, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Why nothing can be sent, for staff. */
class CannotSend extends Error {}

async function reach(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AddressRefused || error instanceof CannotSend)) throw error;
    return { statusCode: null, answer: null, error: error.message };
  }
}

/**
 * Letter by letter the stored payload, but for the voucher. Never with the mask, which a company could pass on
 * to the payer as the code.
 */
function withVoucher(sealer: Sealer, { payload, voucher }: Message): unknown {
  if (!hasVoucher(payload)) return payload;
  if (!voucher) {
    return { ...payload, data: { ...payload.data, voucherCode: null, voucherHidden: true } };
  }
  const opened = openVoucher(sealer, voucher);
  if ('unreadable' in opened) {
    throw new CannotSend('The voucher cannot be opened with the keys of this server');
  }
  return { ...payload, data: { ...payload.data, voucherCode: opened.secret } };
}

function hasVoucher(payload: unknown): payload is { data: { voucherCode: string } } {
  if (typeof payload !== 'object' || payload === null || !('data' in payload)) return false;
  const { data } = payload;
  return (
    typeof data === 'object' &&
    data !== null &&
    'voucherCode' in data &&
    typeof data.voucherCode === 'string'
  );
}

/** After a rotation two for a while: receivers accept a message if one of its signatures is right. */
function secretsOf(sealer: Sealer, row: WebhookRow): string[] {
  const opened = openSecret(sealer, row);
  if ('unreadable' in opened) {
    throw new CannotSend('The webhook secret cannot be opened with the key of this server');
  }
  const previous = openPrevious(sealer, row);
  return previous === null ? [opened.secret] : [opened.secret, previous];
}
