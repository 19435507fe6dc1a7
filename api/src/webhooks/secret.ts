import { randomBytes } from 'node:crypto';
import type { Sealer, SealedSecret } from '../security/secrets.ts';

/** As Standard Webhooks write it: the company's library takes it as it is. */
function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A company has one webhook, so the company's id names the row as well. */
export const placeOf = (companyId: string) => ({ id: companyId, companyId });

export function sealNewSecret(sealer: Sealer, companyId: string): SealedSecret {
  return sealer.seal(newWebhookSecret(), placeOf(companyId));
}
