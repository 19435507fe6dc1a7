import type { Account } from '@sente/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import type { ListPage } from '../../api/query-options.ts';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { Link } from '../../ui/link.tsx';
import { ListScreen, type ListScreenProps } from '../../ui/list-screen.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { accountsPerPage } from './account-list.ts';
import { accountQueries } from './account-queries.ts';
import { AccountStatusDialog } from './account-status-dialog.tsx';
import { AccountStatusBadge, AccountTypeBadge } from './account-type.tsx';

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
  spare: 2,
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
  cell: (account) => <AccountStatusBadge account={account} />,
};
const lastTransaction: Column<Account> = {
  key: 'lastTransaction',
  header: 'Last Transaction',
  spare: 1,
  sortable: true,
  phone: 'named',
  cell: ({ lastTransactionDate }) => <DateText value={lastTransactionDate} empty="N/A" />,
};

const columns = {
  ofCompany: [name, type, balance, status, lastTransaction],
  ofAll: [name, company, type, balance, status],
};

type Screen<Data> = ListScreenProps<Account, Data>;

interface AccountsScreenProps<Data> extends Pick<
  Screen<Data>,
  'heading' | 'address' | 'query' | 'search' | 'filters' | 'filtersHere' | 'summary' | 'noneYet'
> {
  show: keyof typeof columns;
  retryLabel?: string;
  rows: (data: Data) => ListPage<Account>;
}

/** Accounts in the back-office: of all companies, or of one. */
export function AccountsScreen<Data>(props: AccountsScreenProps<Data>) {
  const { show, retryLabel, ...screen } = props;
  const client = useQueryClient();
  const [toSwitch, setToSwitch] = useState<Account | null>(null);
  return (
    <>
      <ListScreen
        {...screen}
        failed={{ title: 'Failed to load accounts. Please try again.', retryLabel }}
        noneMatch={{ title: 'No accounts found' }}
        caption="Accounts"
        columns={columns[show]}
        rowKey={({ id }) => id}
        rowHref={({ companyId, id }) => paths.companyAccount(companyId, id)}
        onRowIntent={({ companyId, id }) =>
          void client.prefetchQuery(accountQueries.details(companyId, id))
        }
        rowActions={(account) => <Actions account={account} onSwitch={setToSwitch} />}
        pager={{ pageSize: accountsPerPage, noun: 'accounts' }}
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
        caption="View"
        icon={<Eye />}
        to={paths.companyAccount(companyId, id)}
      />
      <IconLink
        size="sm"
        label={`Edit ${accountName}`}
        caption="Edit"
        icon={<Pencil />}
        to={paths.companyAccountEdit(companyId, id)}
      />
      <IconButton
        size="sm"
        tone={isActive ? 'danger' : 'neutral'}
        label={`${isActive ? 'Deactivate' : 'Activate'} ${accountName}`}
        caption={isActive ? 'Deactivate' : 'Activate'}
        icon={isActive ? <PowerOff /> : <Power />}
        onClick={() => onSwitch(account)}
      />
    </>
  );
}
