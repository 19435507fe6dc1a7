import { hash } from 'node:crypto';
import type { PaymentOrder } from './acceptance.ts';

/**
 * 128 bits in place of company and key: one short value to look for. The keys of the portal and those
 * that companies make up for themselves never meet.
 */
export function keyHash({ companyId, origin, idempotencyKey }: PaymentOrder): string {
  return shortHash([companyId, origin, idempotencyKey]);
}

/** 128 bits of what was asked for, to tell another intent under the same key. */
export function inputHash(order: PaymentOrder): string {
  return shortHash([
    order.direction,
    order.origin,
    order.phoneNumber,
    order.network,
    order.amount,
    order.reference,
    order.description,
    order.accountNumber,
    order.accountId,
    order.productCode,
  ]);
}

function shortHash(parts: readonly (string | bigint | null | undefined)[]): string {
  const text = parts.map((part) => part ?? '').join('\0');
  return hash('sha256', text, 'hex').slice(0, 32);
}
