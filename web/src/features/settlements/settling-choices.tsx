import type { Account } from '@sente/contract/accounts';
import type { BankAccount } from '@sente/contract/bank-accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField, type SelectOption } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { accountQueries } from '../accounts/account-queries.ts';
import { accountOptions } from '../payments/active-accounts.tsx';
import { settlementQueries } from './settlement-queries.ts';

/** The dialogs of the page, in its address: one at a time. */
export const settlementActions = {
  settle: 'settle',
  addBank: 'add-bank-account',
  schedule: 'schedule',
} as const;

export interface SettlingChoices {
  /** Active and not frozen; at least one. */
  readonly accounts: readonly Account[];
  /** Approved; at least one. */
  readonly bankAccounts: readonly BankAccount[];
}

/** What a settlement can be made of, or what the dialog shows instead. */
export function useSettlingChoices(
  companyId: string,
  { isWanted, canAddBank }: { readonly isWanted: boolean; readonly canAddBank: boolean },
): { readonly choices: SettlingChoices | undefined; readonly instead: ReactNode } {
  const own = useQuery({ ...accountQueries.ofCompany(companyId), enabled: isWanted });
  const banks = useQuery({ ...settlementQueries.bankAccounts(companyId), enabled: isWanted });
  const accounts = own.data?.filter(({ isActive, freeze }) => isActive && freeze === null);
  const bankAccounts = banks.data?.filter(({ state }) => state === 'approved');
  const failure = queryState(own).failure ?? queryState(banks).failure;
  if (accounts && bankAccounts) {
    if (bankAccounts.length === 0) {
      const isWaiting = banks.data?.some(({ state }) => state === 'waiting') ?? false;
      return { choices: undefined, instead: <NoBank canAdd={canAddBank} isWaiting={isWaiting} /> };
    }
    if (accounts.length === 0) return { choices: undefined, instead: <NoAccount /> };
    return { choices: { accounts, bankAccounts }, instead: null };
  }
  const instead = failure ? (
    <ErrorPanel title="Failed to load accounts" failure={failure} />
  ) : (
    <SkeletonRows count={4} label="Loading accounts" />
  );
  return { choices: undefined, instead };
}

/** Who may add one is led there: its dialog takes the place of this one. */
function NoBank({ canAdd, isWaiting }: { canAdd: boolean; isWaiting: boolean }) {
  const action = useOverlayParam('action');
  return (
    <EmptyState
      className="py-6"
      icon={<Landmark />}
      title="No approved bank account"
      hint={
        isWaiting
          ? 'The one that was added can be used once the provider has approved it.'
          : 'Add a bank account first. It can be used once the provider has approved it.'
      }
      action={
        canAdd && !isWaiting ? (
          <Button
            variant="primary"
            icon={<Plus />}
            aria-haspopup="dialog"
            onClick={() => action.replace(settlementActions.addBank)}
          >
            Add Bank Account
          </Button>
        ) : undefined
      }
    />
  );
}

function NoAccount() {
  return (
    <EmptyState
      className="py-6"
      icon={<Landmark />}
      title="No active account"
      hint="All of the company's accounts are inactive or frozen."
    />
  );
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
