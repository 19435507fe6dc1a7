import type { Account } from '@sente/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Power, PowerOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import type { Sort } from '../../lib/url-state.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { AccountStatusBadge, AccountTypeBadge } from './account-badges.tsx';
import { accountsPerPage, type AccountPage } from './account-list.ts';
import { accountQueries } from './account-queries.ts';
import { AccountStatusDialog } from './account-status-dialog.tsx';

const name: Column<Account> = {
  key: 'name',
  header: 'Account',
  sortable: true,
  isTwoLine: true,
  className: 'max-w-96',
  cell: (account) => <Name account={account} />,
};
const company: Column<Account> = {
  key: 'company',
  header: 'Company',
  sortable: true,
  phone: 'line',
  className: 'min-w-44 max-w-72',
  cell: (account) => <Company account={account} />,
};
const type: Column<Account> = {
  key: 'type',
  header: 'Type',
  sortable: true,
  phone: 'line',
  cell: (account) => <AccountTypeBadge account={account} />,
};
const balance: Column<Account> = {
  key: 'balance',
  header: 'Balance',
  sortable: true,
  align: 'right',
  phone: 'aside',
  cell: (account) => <Balance account={account} />,
};
const status: Column<Account> = {
  key: 'status',
  header: 'Status',
  phone: 'aside',
  cell: ({ isActive }) => <AccountStatusBadge isActive={isActive} />,
};
const lastTransaction: Column<Account> = {
  key: 'lastTransaction',
  header: 'Last Transaction',
  sortable: true,
  phone: 'named',
  cell: ({ lastTransactionDate }) => <DateText value={lastTransactionDate} empty="N/A" />,
};

const columns = {
  ofCompany: [name, type, balance, status, lastTransaction],
  ofAll: [name, company, type, balance, status],
};

interface AccountsTableProps {
  show: keyof typeof columns;
  /** Undefined while it is on its way. */
  list: AccountPage | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onPage: (page: number) => void;
  empty: ReactNode;
}

export function AccountsTable({ show, list, onPage, ...table }: AccountsTableProps) {
  const client = useQueryClient();
  const [toSwitch, setToSwitch] = useState<Account | null>(null);
  return (
    <>
      <DataTable
        {...table}
        caption="Accounts"
        columns={columns[show]}
        rows={list?.rows ?? []}
        loading={list === undefined}
        rowKey={({ id }) => id}
        rowHref={({ companyId, id }) => paths.companyAccount(companyId, id)}
        onRowIntent={({ companyId, id }) =>
          void client.prefetchQuery(accountQueries.details(companyId, id))
        }
        rowActions={(account) => <Actions account={account} onSwitch={setToSwitch} />}
        footer={list ? <Footer list={list} onPage={onPage} /> : null}
      />
      <AccountStatusDialog account={toSwitch} onClose={() => setToSwitch(null)} />
    </>
  );
}

function Name({ account }: { account: Account }) {
  return (
    <span className="block py-0.5">
      <span className="block wrap-anywhere">{account.accountName}</span>
      <span className="tabular block text-13 font-normal text-muted">{account.accountNumber}</span>
    </span>
  );
}

function Balance({ account: { balance: amount, held } }: { account: Account }) {
  return (
    <>
      <Money amount={amount} />
      {held > 0 ? (
        <span className="block text-xs text-muted">
          <Money amount={held} /> held
        </span>
      ) : null}
    </>
  );
}

function Company({ account }: { account: Account }) {
  const { companyId, companyName } = account;
  if (!companyName) return 'N/A';
  return (
    <Link
      to={paths.companyAccounts(companyId)}
      title={companyName}
      className="line-clamp-2 rounded-sm wrap-anywhere hover:underline hover:underline-offset-3"
    >
      {companyName}
    </Link>
  );
}

interface ActionsProps {
  account: Account;
  onSwitch: (account: Account) => void;
}

function Actions({ account, onSwitch }: ActionsProps) {
  const { id, companyId, accountName, isActive } = account;
  return (
    <>
      <IconLink
        size="sm"
        label={`View ${accountName}`}
        icon={<Eye />}
        to={paths.companyAccount(companyId, id)}
      />
      <IconLink
        size="sm"
        label={`Edit ${accountName}`}
        icon={<Pencil />}
        to={paths.companyAccountEdit(companyId, id)}
      />
      <IconButton
        size="sm"
        tone={isActive ? 'danger' : 'neutral'}
        label={`${isActive ? 'Deactivate' : 'Activate'} ${accountName}`}
        icon={isActive ? <PowerOff /> : <Power />}
        onClick={() => onSwitch(account)}
      />
    </>
  );
}

function Footer({ list, onPage }: { list: AccountPage; onPage: (page: number) => void }) {
  const from = (list.page - 1) * accountsPerPage;
  return (
    <Pager
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
      noun="accounts"
      onPage={onPage}
    />
  );
}
