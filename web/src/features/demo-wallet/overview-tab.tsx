import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/toast.tsx';
import { BalanceCard, type BalanceVisibility } from './balance-card.tsx';
import { dayLabel, inLastDays, percentText, spendingOf, sumOf } from './figures.ts';
import { balanceUgx, type SampleTransaction } from './sample-data.ts';
import { TransactionRow } from './transaction-row.tsx';
import { comingSoonText, formKinds, type WalletAction, walletActions } from './wallet-actions.ts';

const recentCount = 5;
const summaryDays = 30;

interface OverviewTabProps extends BalanceVisibility {
  transactions: readonly SampleTransaction[];
}

export function OverviewTab({ transactions, isHidden, setIsHidden }: OverviewTabProps) {
  const lately = inLastDays(transactions, summaryDays);
  return (
    // On a phone the list comes before the spending; on a wide screen it spans the whole width
    // below.
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <BalanceCard
          balanceUgx={balanceUgx}
          incomeUgx={sumOf(lately, 'income')}
          expenseUgx={sumOf(lately, 'expense')}
          isHidden={isHidden}
          setIsHidden={setIsHidden}
        />
        <ActionTiles />
      </div>
      <div className="min-w-0 lg:col-span-2">
        <Recent transactions={transactions.slice(0, recentCount)} />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <SpendingSummary transactions={lately} />
      </div>
    </div>
  );
}

function Recent({ transactions }: { transactions: readonly SampleTransaction[] }) {
  return (
    <Card
      title="Recent transactions"
      flush
      actions={
        <Link
          to={paths.dashboard('transactions')}
          className="inline-flex items-center gap-1 rounded-sm text-13 font-medium text-accent-text hover:underline"
        >
          View all
          <ArrowRight aria-hidden="true" className="size-3.5" />
        </Link>
      }
    >
      <ul aria-label="Recent transactions" className="divide-y">
        {transactions.map((each) => (
          <TransactionRow key={each.id} transaction={each} note={dayLabel(each)} />
        ))}
      </ul>
    </Card>
  );
}

const ActionDialog = lateWindow(() => import('./action-dialog.tsx'));

/** The open dialog is in the address, so that Back closes it. */
function ActionTiles() {
  const opened = useOverlayParam('action');
  const kind = formKinds.find((each) => each === opened.value) ?? null;
  // Kept while its dialog fades out.
  const [lastKind, setLastKind] = useState(kind);
  if (kind !== null && kind !== lastKind) setLastKind(kind);

  function choose({ form }: WalletAction): void {
    if (form) opened.open(form);
    else notify.blank(comingSoonText, { id: comingSoonText });
  }

  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="sr-only">
        Quick actions
      </h2>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 sm:gap-3">
        {walletActions.map((action) => (
          <li key={action.label}>
            <ActionTile action={action} onChoose={() => choose(action)} />
          </li>
        ))}
      </ul>
      {lastKind ? (
        <ActionDialog kind={lastKind} open={kind !== null} onClose={opened.close} />
      ) : null}
    </section>
  );
}

function ActionTile({ action, onChoose }: { action: WalletAction; onChoose: () => void }) {
  const { label, icon: Icon, form } = action;
  const fetchAhead = form ? ActionDialog.preload : undefined;
  return (
    <button
      type="button"
      aria-haspopup={form ? 'dialog' : undefined}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={onChoose}
      className={cn(
        'flex size-full flex-col items-center gap-2 rounded-lg border bg-surface px-2 py-3.5 text-13 font-medium',
        'transition-[background-color,border-color,transform] duration-100',
        'hover:border-line-strong hover:bg-surface-hover active:translate-y-px',
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <Icon className="size-4.5" />
      </span>
      {label}
    </button>
  );
}

/** The spending by category, without the chart library. */
function SpendingSummary({ transactions }: { transactions: readonly SampleTransaction[] }) {
  const spending = spendingOf(transactions);
  return (
    <Card title="Spending" description="The last 30 days" className="h-full">
      <p className="text-2xl font-semibold tracking-tight">
        <Money amount={sumOf(transactions, 'expense')} />
      </p>
      <div aria-hidden="true" className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {spending.map(({ name, share, color }) => (
          <span key={name} style={{ width: `${share * 100}%`, background: color }} />
        ))}
      </div>
      <ul className="mt-4 flex flex-col gap-2.5">
        {spending.map(({ name, amountUgx, share, color }) => (
          <li key={name} className="flex items-center gap-2.5">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: color }}
            />
            <span className="min-w-0 truncate">{name}</span>
            <span className="tabular text-13 text-muted">{percentText(share)}</span>
            <Money amount={amountUgx} className="ml-auto" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
