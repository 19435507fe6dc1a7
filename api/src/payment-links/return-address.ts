import { toUgx } from '../db/amounts.ts';
import { toShortId } from '../db/short-id.ts';
import type { Signer } from '../signing-keys/signing-keys.service.ts';
import { stateOf, type CheckoutRow } from './checkout-state.ts';
import type { PayableLink } from './checkouts.queries.ts';

/** Begins what is signed, so that no other document of the provider can be taken for it. */
const purpose = 'sente-return-v1';

/**
 * Where the payer goes back to, with what became of the checkout: the fields, the id of the provider's key, and its
 * signature over them, as docs/payments-api.md tells shops to check it.
 */
export function returnAddress(
  link: PayableLink & { readonly return_url: string },
  checkout: CheckoutRow,
  signer: Signer,
): string {
  const last =
    checkout.attempts.findLast(({ status }) => status === 'SUCCESS') ?? checkout.attempts.at(-1);
  const fields: readonly (readonly [string, string])[] = [
    ['linkId', toShortId(link.id)],
    ['checkoutId', toShortId(checkout.id)],
    ['reference', link.reference ?? ''],
    ['status', stateOf(checkout.attempts)],
    ['transactionId', last ? toShortId(last.payment_id) : ''],
    ['amount', last ? String(toUgx(String(last.amount))) : ''],
    ['at', signer.at.toISOString()],
  ];
  const signed = [purpose, ...fields.map(([name, value]) => `${name}=${value}`)].join('\n');
  const url = new URL(link.return_url);
  for (const [name, value] of fields) url.searchParams.set(name, value);
  url.searchParams.set('keyId', signer.keyId);
  url.searchParams.set('signature', signer.sign(Buffer.from(signed)).toString('base64url'));
  return url.href;
}
