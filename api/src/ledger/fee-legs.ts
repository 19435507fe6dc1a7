import type { Leg } from './posting.ts';
import type { SystemAccounts } from './system-accounts.ts';

/** What a company pays, in hundredths of UGX as text: the taxes are part of the fee. */
export interface Charge {
  readonly fee: string;
  readonly vat: string;
  readonly levy: string;
}

/** Where a fee goes: the taxes in it to accounts of their own. */
export function feeLegs(charge: Charge, system: SystemAccounts): Leg[] {
  const [fee, vat, levy] = [BigInt(charge.fee), BigInt(charge.vat), BigInt(charge.levy)];
  const legs: Leg[] = [
    { accountId: system.fees, amount: fee - vat - levy },
    { accountId: system.vat, amount: vat },
    { accountId: system.levy, amount: levy },
  ];
  return legs.filter((leg) => leg.amount !== 0n);
}
