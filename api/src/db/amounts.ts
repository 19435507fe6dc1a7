import { fromHundredths } from '@sente/contract/money';

/** Amounts are stored as hundredths of UGX in bigint columns, which arrive as text. */
export function toUgx(hundredths: string): number {
  return fromHundredths(BigInt(hundredths));
}
