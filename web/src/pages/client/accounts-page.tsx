import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Plus } from 'lucide-react';
import { useNavigate } from '../../lib/router.tsx';
import { AccountCards, AccountCardsSkeleton } from '../../features/accounts/account-cards.tsx';
import { AccountFilters } from '../../features/accounts/account-filters.tsx';
import { matches, totalsOf } from '../../features/accounts/account-list.ts';
import { accountQueries, accountStatuses } from '../../features/accounts/account-queries.ts';
import { withTypeNames } from '../../features/accounts/account-type.tsx';
import { DebtNotice } from '../../features/debts/debt-notice.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { getMode } from '../../lib/mode.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Money } from '../../ui/money.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const NewAccountDialog = lateWindow(() => import('../../features/accounts/new-account-dialog.tsx'));

const TransferDialog = lateWindow(() => import('../../features/payments/transfer-dialog.tsx'));

const heading = { title: 'Accounts', subtitle: "Manage your company's financial accounts" };
const newAccountAction = 'new-account';
const transferAction = 'transfer';
const types = ['all', 'checking', 'savings', 'business', 'investment', 'credit'] as const;
const listState = { filters: { status: accountStatuses, type: types } } as const;

export default function AccountsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Error Loading Accounts" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(listState);
  const query = useQuery({ ...accountQueries.ofCompany(companyId), select: withTypeNames });
  const canManage = useCan('canManageAccounts');
  const navigate = useNavigate();
  const action = useOverlayParam('action');
  // In test mode a company has the accounts that it is given.
  const newAccount =
    canManage && getMode() === 'live' ? (
      <Button
        variant="primary"
        icon={<Plus />}
        aria-haspopup="dialog"
        onPointerEnter={NewAccountDialog.preload}
        onFocus={NewAccountDialog.preload}
        onClick={() => action.open(newAccountAction)}
      >
        New Account
      </Button>
    ) : null;
  const transfer =
    canManage && (query.data?.length ?? 0) > 1 ? (
      <Button
        icon={<ArrowLeftRight />}
        aria-haspopup="dialog"
        onPointerEnter={TransferDialog.preload}
        onFocus={TransferDialog.preload}
        onClick={() => action.open(transferAction)}
      >
        Transfer
      </Button>
    ) : null;
  const found = (accounts: readonly Account[]) =>
    accounts
      .filter((account) => matches(account, { search: address.search, ...address.filters }))
      .toSorted(byUse);

  return (
    <>
      <ListScreen
        heading={heading}
        actions={
          <>
            {transfer}
            {newAccount}
          </>
        }
        address={address}
        query={query}
        summary={() => <DebtNotice companyId={companyId} />}
        filtersHere
        search={{ label: 'Search accounts...' }}
        filters={
          <>
            <div className="flex gap-2 max-sm:w-full">
              <AccountFilters
                address={address}
                statuses={accountStatuses}
                allStatuses="All Status"
                types={types}
              />
            </div>
            <Totals found={found(query.data ?? [])} />
          </>
        }
        failed={{
          title: 'Error Loading Accounts',
          message: 'Failed to fetch company accounts',
        }}
        noneMatch={{ title: 'No accounts found' }}
        noneYet={{
          title: 'No accounts found',
          hint: 'Get started by creating your first account.',
          action: newAccount,
        }}
        rows={found}
      >
        {({ rows, loading, empty }) =>
          loading ? (
            <AccountCardsSkeleton />
          ) : rows.length === 0 ? (
            <div className="rounded-lg border bg-surface">{empty}</div>
          ) : (
            <AccountCards
              companyId={companyId}
              accounts={rows}
              steps={address.page}
              onSteps={address.setPage}
            />
          )
        }
      </ListScreen>
      <NewAccountDialog
        companyId={companyId}
        open={canManage && action.value === newAccountAction}
        onClose={action.close}
        // Replaces the dialog's entry, so that Back leads to the list and not to an empty form.
        onOpened={(id) => navigate(paths.client.account(id), { replace: true })}
      />
      <TransferDialog
        companyId={companyId}
        open={canManage && action.value === transferAction}
        onClose={action.close}
      />
    </>
  );
}

/** Those in use first, and those with the most money before the rest. */
function byUse(one: Account, other: Account): number {
  const inUse = ({ isActive }: Account) => Number(isActive);
  return inUse(other) - inUse(one) || (other.balance ?? 0) - (one.balance ?? 0);
}

/** Over the accounts that match the search and the filters. */
function Totals({ found }: { found: readonly Account[] }) {
  const { totalCount, totalBalance, inactiveCount } = totalsOf(found);
  return (
    <p role="status" className="self-center text-13 text-muted sm:ml-auto">
      {totalCount > 0 ? (
        <>
          <span className="tabular">{totalCount.toLocaleString('en-US')}</span>{' '}
          {totalCount === 1 ? 'account' : 'accounts'} ·{' '}
          <Money amount={totalBalance} className="font-medium text-ink" /> in all
          {inactiveCount > 0 ? `, ${inactiveCount} inactive included` : null}
        </>
      ) : null}
    </p>
  );
}
