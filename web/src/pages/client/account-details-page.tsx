import type { Account } from '@sente/contract/accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { AccountNotFound } from '../../features/accounts/account-not-loaded.tsx';
import { accountQueries } from '../../features/accounts/account-queries.ts';
import {
  AccountStatusBadge,
  AccountTypeBadge,
  AccountTypeTile,
  withTypeName,
} from '../../features/accounts/account-type.tsx';
import { StopNotice } from '../../features/accounts/stop-notice.tsx';
import { BalanceFigures, BalanceSkeleton } from '../../features/accounts/balance-card.tsx';
import { HeldMoney } from '../../features/accounts/held-money.tsx';
import { StatementDialog } from '../../features/accounts/statement-dialog.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { MoneyButtons, TransferButton } from '../../features/payments/account-buttons.tsx';
import { logError } from '../../lib/log.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable, CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { Money } from '../../ui/money.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';

/** Below the fold, so the page does not wait for it. */
const AccountMovements = late(() => import('../../features/accounts/account-movements.tsx'));

const failed = 'Failed to load account details. Please try again.';

export default function AccountDetailsPage() {
  const { id = '' } = useParams();
  const companyId = useCompanyId();
  const canView = useCan('canViewAccounts');
  if (!canView) return <AccountNotFound />;
  if (!companyId) return <NoCompany title="Account Details" failure={failed} />;
  return <OneAccount companyId={companyId} id={id} />;
}

interface OneAccountProps {
  companyId: string;
  id: string;
}

function OneAccount({ companyId, id }: OneAccountProps) {
  const query = useQuery({ ...accountQueries.details(companyId, id), select: withTypeName });
  const { data: account, failure, isLoading } = queryState(query);
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: keys.accounts.allMovements });
    void client.invalidateQueries({ queryKey: keys.accounts.allMovementTotals });
    return query.refetch();
  };
  usePageTitle(account?.accountName);
  useLogged(account ? failure?.error : undefined);
  if (failure && isWithheld(failure.error)) return <AccountNotFound />;

  return (
    <>
      <PageHeader
        title={account?.accountName ?? 'Account Details'}
        subtitle={account ? <NumberAndBalance account={account} /> : null}
        media={account ? <AccountTypeTile account={account} /> : null}
        meta={account ? <AccountStatusBadge account={account} /> : null}
        breadcrumb={
          <Breadcrumb
            items={[
              { label: 'Accounts', to: paths.client.accounts() },
              { label: account?.accountName ?? 'Account Details' },
            ]}
          />
        }
        actions={
          account ? (
            <>
              <TransferButton account={account} />
              <StatementButton account={account} />
              <RefreshButton query={{ ...query, refetch: refresh }} />
            </>
          ) : null
        }
      />
      {isLoading ? <DetailsSkeleton /> : null}
      {failure && !account ? <ErrorPanel title={failed} failure={failure} /> : null}
      {account ? <StopNotice account={account} /> : null}
      {account ? <Details account={account} asOfMs={query.dataUpdatedAt} /> : null}
    </>
  );
}

/** Unknown, another company's, or a permission that was just removed. */
function isWithheld(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

/** A failed refresh keeps the page; the time below the balance shows its age. */
function useLogged(error: Error | undefined): void {
  useEffect(() => {
    if (error) logError('The account could not be refreshed', error);
  }, [error]);
}

function AccountNumber({ number }: { number: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="tabular">{number}</span>
      <CopyButton value={number} label="Account number" />
    </span>
  );
}

/** A statement lists every transaction, so it needs the permission to view them. */
function StatementButton({ account }: { account: Account }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!useCan('canViewTransactions')) return null;
  return (
    <>
      <Button icon={<FileDown />} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Statement
      </Button>
      <StatementDialog account={account} open={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

function NumberAndBalance({ account }: { account: Account }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <AccountNumber number={account.accountNumber} />
      <span className="text-ink">
        <span className="sr-only">Current balance </span>
        <Money amount={account.balance} className="font-semibold" />
      </span>
    </span>
  );
}

function DetailsSkeleton() {
  return (
    <div className={topClass}>
      <BalanceSkeleton />
      <DetailSkeleton
        title="Account Information"
        labels={['Account Type', 'Date Opened', 'Last Transaction']}
        columns={3}
        label="Loading account"
        className="lg:col-span-2"
      />
    </div>
  );
}

const topClass = 'mb-4 items-start gap-4 max-md:contents md:grid lg:grid-cols-3';

interface DetailsProps {
  account: Account;
  /** Time of the balance, in milliseconds. */
  asOfMs: number;
}

/** The money and its movements first; what hardly ever changes is below. */
function Details({ account, asOfMs }: DetailsProps) {
  const canViewTransactions = useCan('canViewTransactions');
  return (
    <div className="flex flex-col">
      <div className={topClass}>
        <Card title="Current Balance">
          <BalanceFigures account={account} asOfMs={asOfMs} />
          <MoneyButtons account={account} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:col-span-2">
          <AccountInformation account={account} />
          {account.held > 0 && canViewTransactions ? (
            <div className="max-md:mt-4">
              <HeldMoney
                account={account}
                retryLabel="Try again"
                hrefFor={paths.client.transaction}
              />
            </div>
          ) : null}
        </div>
      </div>
      {canViewTransactions ? (
        <AccountMovements
          account={account}
          hrefFor={paths.client.transaction}
          retryLabel="Try again"
        />
      ) : null}
      <div className="mt-4 grid items-start gap-4 max-md:order-1 lg:grid-cols-2">
        <CompanyInformation account={account} />
        <Banner title="Read-Only View">
          Account details are read-only. Changes must go through your account administrator.
        </Banner>
      </div>
    </div>
  );
}

function AccountInformation({ account }: { account: Account }) {
  return (
    // On a phone after the movements, which are looked at more often.
    <Card title="Account Information" className="max-md:order-1 max-md:mt-4">
      <DetailList
        columns={3}
        items={[
          {
            label: 'Account Type',
            value: <AccountTypeBadge alwaysWithIcon account={account} />,
          },
          {
            label: 'Date Opened',
            value: <DateText value={account.openDate} format="long" empty="N/A" />,
          },
          {
            label: 'Last Transaction',
            value: <DateText value={account.lastTransactionDate} format="long" empty="N/A" />,
          },
        ]}
      />
    </Card>
  );
}

function CompanyInformation({ account }: { account: Account }) {
  const { companyId, companyName } = account;
  const current = useQuery({ ...companyQueries.details(companyId), enabled: !companyName });
  return (
    <Card title="Company Information">
      <DetailList
        columns={1}
        items={[
          { label: 'Company Name', value: companyName || current.data?.name || 'N/A' },
          {
            label: 'Company ID',
            value: <Copyable value={companyId} label="Company ID" />,
          },
        ]}
      />
    </Card>
  );
}
