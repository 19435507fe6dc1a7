import type { Account } from '@sente/contract/accounts';
import type { BankAccount } from '@sente/contract/bank-accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField, type SelectOption } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { accountQueries } from '../accounts/account-queries.ts';
import { accountOptions } from '../payments/active-accounts.tsx';
import { settlementQueries } from './settlement-queries.ts';

export interface SettlingChoices {
  /** Active and not frozen; at least one. */
  readonly accounts: readonly Account[];
  /** Approved; at least one. */
  readonly bankAccounts: readonly BankAccount[];
}

/** What a settlement can be made of, or what the dialog shows instead. */
export function useSettlingChoices(
  companyId: string,
  isWanted: boolean,
): { readonly choices: SettlingChoices | undefined; readonly instead: ReactNode } {
  const own = useQuery({ ...accountQueries.ofCompany(companyId), enabled: isWanted });
  const banks = useQuery({ ...settlementQueries.bankAccounts(companyId), enabled: isWanted });
  const accounts = own.data?.filter(({ isActive, freeze }) => isActive && freeze === null);
  const bankAccounts = banks.data?.filter(({ state }) => state === 'approved');
  const failure = queryState(own).failure ?? queryState(banks).failure;
  if (accounts && bankAccounts) {
    if (bankAccounts.length === 0) return none('No approved bank account', noBank);
    if (accounts.length === 0) return none('No active account', noAccount);
    return { choices: { accounts, bankAccounts }, instead: null };
  }
  const instead = failure ? (
    <ErrorPanel title="Failed to load accounts" failure={failure} />
  ) : (
    <SkeletonRows count={4} label="Loading accounts" />
  );
  return { choices: undefined, instead };
}

const noBank = 'Add a bank account first. It can be used once the provider has approved it.';
const noAccount = "All of the company's accounts are inactive or frozen.";

function none(title: string, hint: string) {
  const instead = <EmptyState className="py-6" icon={<Landmark />} title={title} hint={hint} />;
  return { choices: undefined, instead };
}

interface SettlingFieldsProps {
  choices: SettlingChoices;
  field: (
    name: 'accountId' | 'bankAccountId',
  ) => Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;
  /** What can be sent from the chosen account. */
  accountHint?: string | undefined;
}

/** From which account to which bank account. */
export function SettlingFields({ choices, field, accountHint }: SettlingFieldsProps) {
  return (
    <>
      <SelectField
        {...field('accountId')}
        label="From Account"
        required
        placeholder="Select an account..."
        options={accountOptions(choices.accounts)}
        hint={accountHint}
      />
      <SelectField
        {...field('bankAccountId')}
        label="To Bank Account"
        required
        placeholder="Select a bank account..."
        options={bankOptions(choices.bankAccounts)}
      />
    </>
  );
}

function bankOptions(bankAccounts: readonly BankAccount[]): SelectOption[] {
  return bankAccounts.map(({ id, bank, accountNumber, accountName }) => ({
    value: id,
    label: `${bank} · ${accountNumber} · ${accountName}`,
  }));
}

/** The only one is chosen from the start. */
export function onlyOne(rows: readonly { readonly id: string }[]): string {
  return (rows.length === 1 && rows[0]?.id) || '';
}
