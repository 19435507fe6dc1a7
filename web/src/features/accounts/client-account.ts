import type { Account } from '@sente/contract/accounts';

/** Read only where the type's name is missing; the back-office means other types by the same codes. */
const clientTypes: Readonly<Record<number, string>> = {
  1: 'Checking',
  2: 'Savings',
  3: 'Investment',
  4: 'Credit',
};

/** With a type's name in any case, by which screens show and filter it. */
export function withTypeName(account: Account): Account {
  const given = account.accountTypeName?.trim();
  return { ...account, accountTypeName: given || clientTypes[account.accountType] || 'Unknown' };
}

export function withTypeNames(accounts: readonly Account[]): readonly Account[] {
  return accounts.map(withTypeName);
}
