import type { BankAccount } from '@sente/contract/bank-accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { settlementQueries, useRetireBankAccount } from './settlement-queries.ts';
import { BankAccountBadge } from './settlement-texts.tsx';
import { settlementActions } from './settling-choices.tsx';

const AddBankAccountDialog = lateWindow(() => import('./add-bank-account-dialog.tsx'));

interface BankAccountsCardProps {
  companyId: string;
  canManage: boolean;
}

export function BankAccountsCard({ companyId, canManage }: BankAccountsCardProps) {
  const { data, failure, isLoading } = queryState(
    useQuery(settlementQueries.bankAccounts(companyId)),
  );
  const action = useOverlayParam('action');
  const [retired, setRetired] = useState<BankAccount | null>(null);
  return (
    <Card
      title="Bank Accounts"
      description="Approved by the provider first"
      actions={
        canManage ? (
          <Button
            size="sm"
            icon={<Plus />}
            aria-haspopup="dialog"
            onPointerEnter={AddBankAccountDialog.preload}
            onFocus={AddBankAccountDialog.preload}
            onClick={() => action.open(settlementActions.addBank)}
          >
            Add Bank Account
          </Button>
        ) : undefined
      }
    >
      {isLoading ? <SkeletonRows count={2} label="Loading bank accounts" /> : null}
      {failure ? <ErrorPanel title="Failed to load bank accounts" failure={failure} /> : null}
      {data?.length === 0 ? (
        <EmptyState className="py-4" icon={<Landmark />} title="No bank accounts yet" />
      ) : null}
      <ul className="-my-3 divide-y empty:hidden">
        {data?.map((account) => (
          <li key={account.id} className="flex items-start gap-3 py-3">
            <Details account={account} />
            {canManage && account.state !== 'refused' ? (
              <IconButton
                size="sm"
                tone="danger"
                label={`Retire ${account.bank} ${account.accountNumber}`}
                icon={<Trash2 />}
                onClick={() => setRetired(account)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <AddBankAccountDialog
        companyId={companyId}
        open={canManage && action.value === settlementActions.addBank}
        onClose={action.close}
      />
      <ConfirmAction
        subject={retired}
        change={useRetireBankAccount()}
        input={({ id }) => id}
        title={({ bank, accountNumber }) => `Retire ${bank} ${accountNumber}?`}
        description="Nothing more is settled to it, and a schedule to it stops. What is at the bank already goes on. To use it again, it is added and approved anew."
        confirmLabel="Retire"
        busyLabel="Retiring..."
        tone="danger"
        done="Bank account retired"
        failed="Failed to retire the bank account"
        onClose={() => setRetired(null)}
      />
    </Card>
  );
}

function Details({ account }: { account: BankAccount }) {
  const { bank, branch, accountName, accountNumber, state } = account;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
        {bank} <span className="tabular">{accountNumber}</span>
        <BankAccountBadge state={state} />
      </p>
      <p className="mt-0.5 text-13 wrap-anywhere text-muted">
        {branch ? `${accountName}, ${branch}` : accountName}
      </p>
    </div>
  );
}
