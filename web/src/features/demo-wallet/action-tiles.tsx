import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { comingSoonText, formKinds, walletActions, type WalletAction } from './wallet-actions.ts';

const ActionDialog = lazyDialog(() => import('./action-dialog.tsx'));

/** What is open stands in the address, so that Back closes it. */
export function ActionTiles() {
  const opened = useOverlayParam('action');
  const kind = formKinds.find((each) => each === opened.value) ?? null;
  // Still there while its dialog fades away.
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
        'flex w-full flex-col items-center gap-2 rounded-lg border bg-surface px-2 py-3.5 text-13 font-medium',
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
