import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import type { SelectOption } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { accountQueries } from '../accounts/account-queries.ts';
import { availableOf } from '../accounts/held-money.tsx';
import type { QuickActionName } from './quick-action.ts';

interface ActiveAccounts {
  /** The active accounts that are not frozen; undefined until there is at least one. */
  readonly accounts: readonly Account[] | undefined;
  /** Shown in the dialog instead of the form. */
  readonly instead: ReactNode;
}

export function useActiveAccounts(companyId: string, isWanted: boolean): ActiveAccounts {
  const query = useQuery({ ...accountQueries.ofCompany(companyId), enabled: isWanted });
  const { data, failure } = queryState(query);
  const accounts = data?.filter(({ isActive, freeze }) => isActive && freeze === null);
  if (accounts && accounts.length > 0) return { accounts, instead: null };
  if (accounts)
    return { accounts: undefined, instead: <NoActiveAccount isEmpty={data?.length === 0} /> };
  if (failure) {
    return {
      accounts: undefined,
      instead: (
        <ErrorPanel
          title="Error Loading Accounts"
          failure={failure}
          message="Failed to fetch company accounts"
        />
      ),
    };
  }
  return { accounts: undefined, instead: <SkeletonRows count={4} label="Loading accounts" /> };
}

function NoActiveAccount({ isEmpty }: { isEmpty: boolean }) {
  return (
    <EmptyState
      className="py-6"
      icon={<Landmark />}
      title={isEmpty ? 'No account yet' : 'No active account'}
      hint={
        isEmpty
          ? 'Money needs an account of your company. Open one first.'
          : "All of your company's accounts are inactive or frozen. They cannot perform transactions."
      }
      action={
        isEmpty ? (
          <ButtonLink
            variant="primary"
            icon={<Plus />}
            to={paths.client.accounts({ action: 'new-account' })}
          >
            New Account
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.client.accounts()}>Go to Accounts</ButtonLink>
        )
      }
    />
  );
}

/** What an account is chosen for; each has its own last choice. */
type AccountUse = QuickActionName | 'payment-link' | 'settle' | 'bulk-payout';
const storageKey = (use: AccountUse) => `sente.account.${use}`;

/**
 * The only one, or the one that was chosen for the same last time, in this browser. No other is guessed: a fund that money
 * moved on by chance would take or pay what was meant for the till.
 */
export function likelyAccount(use: AccountUse, accounts: readonly Account[]): Account | undefined {
  if (accounts.length === 1) return accounts[0];
  try {
    const chosen = localStorage.getItem(storageKey(use));
    return accounts.find(({ id }) => id === chosen);
  } catch {
    return undefined;
  }
}

export function rememberAccount(use: AccountUse, accountId: string): void {
  try {
    localStorage.setItem(storageKey(use), accountId);
  } catch {
    // Storage may be full or forbidden; the account is chosen again the next time.
  }
}

export function accountOptions(accounts: readonly Account[]): SelectOption[] {
  return accounts.map((account) => ({
    value: account.id,
    label: `${account.accountName} · ${account.accountNumber} · UGX ${formatAmount(availableOf(account))}`,
  }));
}
