import { randomBytes } from 'node:crypto';
import type { SealedSecret, Sealer } from '../security/secrets.ts';
import type { WebhookRef, WebhookRow } from './webhooks.queries.ts';

/** In the format of Standard Webhooks, as its libraries expect it. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function sealSecret(
  sealer: Sealer,
  { companyId, webhookId }: WebhookRef,
  secret: string,
): SealedSecret {
  return sealer.seal(secret, { id: webhookId, companyId });
}

export function openSecret(sealer: Sealer, row: WebhookRow): ReturnType<Sealer['open']> {
  return sealer.open({ sealed: row.secret_sealed, keyName: row.key_name }, placeOf(row));
}

/** Null if it has ended, or cannot be opened: the new one signs anyway. */
export function openPrevious(sealer: Sealer, row: WebhookRow): string | null {
  const { previous_sealed: sealed, previous_key_name: keyName } = row;
  if (!sealed || keyName === null) return null;
  const opened = sealer.open({ sealed, keyName }, placeOf(row));
  return 'secret' in opened ? opened.secret : null;
}

const placeOf = (row: WebhookRow) => ({ id: row.id, companyId: row.company_id });
