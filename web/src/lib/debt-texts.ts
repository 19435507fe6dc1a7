import { formatAmount } from './money.ts';

/** The rule by which a debt is repaid, the same in both portals. */
export function repaymentRule(who: 'the company' | 'your company'): string {
  return `Every credit to any account of ${who} repays it first, as far as the account has money that is not held, until nothing is owed.`;
}

interface DebtEffect {
  readonly advanced: number;
  readonly repaid: number;
  readonly owed: number;
}

/** What a booking does to what the company owes; empty if nothing. */
export function debtEffect({ advanced, repaid, owed }: DebtEffect, companyName: string): string[] {
  if (advanced > 0) {
    const all = owed > advanced ? `, ${ugx(owed)} in all` : '';
    return [
      `The account lacks ${ugx(advanced)}: ${companyName} will owe it to the provider${all}, and later credits repay it.`,
    ];
  }
  if (repaid === 0) return [];
  const rest = owed > 0 ? `; ${ugx(owed)} is then still owed` : '';
  return [`${ugx(repaid)} of it repays what ${companyName} owes the provider${rest}.`];
}

function ugx(amount: number): string {
  return `UGX ${formatAmount(amount)}`;
}
