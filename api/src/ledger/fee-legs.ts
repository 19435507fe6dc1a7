import type { Leg } from './posting.ts';
import type { SystemAccounts } from './system-accounts.ts';

/** What a company pays, in hundredths of UGX as text, and the taxes that are owed for it. */
export interface Charge {
  readonly fee: string;
  readonly vat: string;
  readonly levy: string;
}

/** Where a fee goes: the taxes to accounts of their own. What the fee does not cover of them is the provider's cost. */
export function feeLegs(charge: Charge, system: SystemAccounts): Leg[] {
  const [fee, vat, levy] = [BigInt(charge.fee), BigInt(charge.vat), BigInt(charge.levy)];
  const legs: Leg[] = [
    { accountId: system.fees, amount: fee - vat - levy },
    { accountId: system.vat, amount: vat },
    { accountId: system.levy, amount: levy },
  ];
  return legs.filter((leg) => leg.amount !== 0n);
}
