import { randomBytes } from 'node:crypto';
import type { Sealer, SealedSecret } from '../security/secrets.ts';

/** In the format of Standard Webhooks, as its libraries expect it. */
function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A company has one webhook, so the company's id identifies the row. */
export const placeOf = (companyId: string) => ({ id: companyId, companyId });

export function sealNewSecret(sealer: Sealer, companyId: string): SealedSecret {
  return sealer.seal(newWebhookSecret(), placeOf(companyId));
}
