import type { NewPin, TillCashier, TillDetails } from '@sente/contract/tills';
import { KeyRound, Plus, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import NameDialog, { PinDialog } from './name-dialog.tsx';
import { useAddCashier, useRemoveCashier, useRenewPin } from './till-queries.ts';

/** People who work here with a PIN. */
export function CashiersCard({ till, canManage }: { till: TillDetails; canManage: boolean }) {
  const [isAdding, setIsAdding] = useState(false);
  const [given, setGiven] = useState<NewPin | null>(null);
  const [renewed, setRenewed] = useState<TillCashier | null>(null);
  const [removed, setRemoved] = useState<TillCashier | null>(null);
  const add = useAddCashier(till.id);
  const renew = useRenewPin(till.id);
  return (
    <Card
      title="Cashiers"
      description="They need no sign-in here; the PIN alone says who works"
      actions={
        canManage ? (
          <Button
            size="sm"
            icon={<Plus />}
            aria-haspopup="dialog"
            onClick={() => setIsAdding(true)}
          >
            Add Cashier
          </Button>
        ) : undefined
      }
    >
      {till.cashiers.length === 0 ? (
        <EmptyState className="py-4" icon={<UserRound />} title="No cashiers yet" />
      ) : null}
      <ul className="-my-3 divide-y empty:hidden">
        {till.cashiers.map((cashier) => (
          <li key={cashier.id} className="flex flex-wrap items-start gap-3 py-3">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium wrap-anywhere">{cashier.name}</p>
              <p className="mt-0.5 text-13 text-muted">
                PIN of <DateText value={cashier.pinSetAt} />
              </p>
            </div>
            {canManage ? (
              <div className="flex gap-2">
                <Button
                  size="sm"
                  icon={<KeyRound />}
                  aria-label={`New PIN for ${cashier.name}`}
                  onClick={() => setRenewed(cashier)}
                >
                  New PIN
                </Button>
                <Button
                  size="sm"
                  variant="danger-ghost"
                  icon={<Trash2 />}
                  aria-label={`Remove ${cashier.name}`}
                  onClick={() => setRemoved(cashier)}
                >
                  Remove
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <NameDialog
        open={isAdding}
        what="cashier"
        onClose={() => setIsAdding(false)}
        onNamed={async (name) => {
          setGiven((await add.mutateAsync({ name })).data);
          setIsAdding(false);
        }}
      />
      <PinDialog given={given} onClose={() => setGiven(null)} />
      <ConfirmAction
        subject={renewed}
        change={{
          isPending: renew.isPending,
          mutateAsync: async (id: string) => setGiven((await renew.mutateAsync(id)).data),
        }}
        input={({ id }) => id}
        title={({ name }) => `New PIN for ${name}?`}
        description="The PIN before does not work any more. An open shift goes on."
        confirmLabel="Make New PIN"
        busyLabel="Making..."
        done="New PIN made"
        failed="Failed to make a new PIN"
        onClose={() => setRenewed(null)}
      />
      <ConfirmAction
        subject={removed}
        change={useRemoveCashier(till.id)}
        input={({ id }) => id}
        title={({ name }) => `Remove ${name}?`}
        description="The PIN does not work any more, and an open shift ends. Earlier shifts stay in the list."
        confirmLabel="Remove"
        busyLabel="Removing..."
        tone="danger"
        done="Cashier removed"
        failed="Failed to remove the cashier"
        onClose={() => setRemoved(null)}
      />
    </Card>
  );
}
