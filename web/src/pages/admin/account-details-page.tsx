import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { FileDown, Pencil, Power, PowerOff, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  accountCardsClass,
  AccountOverview,
  AccountSkeleton,
  AccountTimeline,
} from '../../features/accounts/account-details.tsx';
import { AccountNotLoaded } from '../../features/accounts/account-not-loaded.tsx';
import { accountQueries } from '../../features/accounts/account-queries.ts';
import { AccountStatusDialog } from '../../features/accounts/account-status-dialog.tsx';
import { AccountStatusBadge } from '../../features/accounts/account-type.tsx';
import { BalanceCard } from '../../features/accounts/balance-card.tsx';
import { HeldMoney } from '../../features/accounts/held-money.tsx';
import { StopNotice } from '../../features/accounts/stop-notice.tsx';
import { StatementDialog } from '../../features/accounts/statement-dialog.tsx';
import { HistoryButton } from '../../features/audit/history-button.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Allowed } from '../../session/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { late, lateWindow } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Below the fold, so the page does not wait for it. */
const AccountMovements = late(() => import('../../features/accounts/account-movements.tsx'));
const FreezeDialog = lateWindow(() => import('../../features/accounts/freeze-dialog.tsx'));

export default function AccountDetailsPage() {
  const { companyId = '', accountId = '' } = useParams();
  const query = useQuery(accountQueries.details(companyId, accountId));
  const { data: account, failure, isLoading } = queryState(query);
  usePageTitle(account?.accountName);

  return (
    <>
      <PageHeader
        title={account?.accountName ?? 'Account Details'}
        back={{ to: paths.companyAccounts(companyId), label: 'Back to Accounts' }}
        meta={account ? <AccountStatusBadge account={account} /> : null}
        actions={account ? <Actions account={account} /> : null}
      />
      {isLoading ? <AccountSkeleton /> : null}
      {failure ? <AccountNotLoaded {...failure} companyId={companyId} /> : null}
      {account ? (
        <div className="flex flex-col">
          <StopNotice account={account} />
          <div className={accountCardsClass}>
            <BalanceCard account={account} asOfMs={query.dataUpdatedAt} />
            <AccountOverview account={account} />
            <AccountTimeline account={account} />
          </div>
          {account.held > 0 ? (
            <div className="mt-4">
              <HeldMoney account={account} />
            </div>
          ) : null}
          <AccountMovements account={account} hrefFor={paths.transaction} retryLabel="Try Again" />
        </div>
      ) : null}
    </>
  );
}

function Actions({ account }: { account: Account }) {
  const { id, companyId, isActive } = account;
  const [isSwitching, setIsSwitching] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isFreezing, setIsFreezing] = useState(false);
  return (
    <>
      <HistoryButton subjectType="accounts" subjectId={id} name={account.accountName} />
      <Button icon={<FileDown />} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Statement
      </Button>
      <Allowed to="staffCompanies">
        <ButtonLink icon={<Pencil />} to={paths.companyAccountEdit(companyId, id)}>
          Edit
        </ButtonLink>
        <Tooltip text="A stop for a time, with a reason that the company reads">
          <Button icon={<Snowflake />} aria-haspopup="dialog" onClick={() => setIsFreezing(true)}>
            {account.freeze ? 'Unfreeze' : 'Freeze'}
          </Button>
        </Tooltip>
        <Tooltip text="For an account that is no longer used">
          <Button
            variant={isActive ? 'danger-quiet' : 'primary'}
            icon={isActive ? <PowerOff /> : <Power />}
            onClick={() => setIsSwitching(true)}
          >
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
        </Tooltip>
      </Allowed>
      <StatementDialog account={account} open={isAsking} onClose={() => setIsAsking(false)} />
      <FreezeDialog open={isFreezing} account={account} onClose={() => setIsFreezing(false)} />
      <AccountStatusDialog
        account={isSwitching ? account : null}
        onClose={() => setIsSwitching(false)}
      />
    </>
  );
}
