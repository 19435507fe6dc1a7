import { useId, useState, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { late, lateWindow } from '../../ui/late.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { quickActions, type QuickAction, type RequestKind } from './quick-action.ts';
import { useSeesProducts } from './sell-voucher.tsx';

const RequestDialog = lateWindow(() => import('./request-dialog.tsx'));
const QrPayDialog = lateWindow(() => import('./qr-pay.tsx'));
/** A failure shows when the form is opened. */
const FetchAhead = late(() => import('./fetch-ahead.ts'), { waiting: null, failed: () => null });

const requestKinds: readonly RequestKind[] = [
  'add-money',
  'sell-voucher',
  'send-money',
  'withdraw',
];
const reason = 'You do not have permission to manage accounts.';

interface QuickActionsProps {
  companyId: string;
  /** One below the other where there is room beside them. */
  isBeside?: boolean;
}

/** The open dialog is in the address, so that Back closes it. */
export function QuickActions({ companyId, isBeside = false }: QuickActionsProps) {
  const isAllowed = useCan('canManageAccounts');
  // The others are there for everybody, also who cannot use them.
  const sells = useSeesProducts() && isAllowed;
  const opened = useOverlayParam('action');
  const reasonId = useId();
  const [nearCount, setNearCount] = useState(0);

  const shown = quickActions.filter(({ name }) => name !== 'sell-voucher' || sells);
  const kinds = requestKinds.filter((kind) => kind !== 'sell-voucher' || sells);

  function comeNear(action: QuickAction): void {
    void (action.name === 'qr-pay' ? QrPayDialog : RequestDialog).preload();
    setNearCount((count) => count + 1);
  }
  return (
    <Card title="Quick Actions">
      <ul
        className={cn(
          'grid grid-cols-2 gap-3',
          isBeside
            ? 'lg:grid-cols-1 lg:gap-2'
            : shown.length > 4
              ? 'lg:grid-cols-3 xl:grid-cols-5'
              : 'lg:grid-cols-4',
        )}
      >
        {shown.map((action) => (
          <li key={action.name} className="max-sm:last:odd:col-span-2">
            <WithReason reason={isAllowed ? null : reason}>
              <ActionButton
                action={action}
                disabled={!isAllowed}
                describedBy={isAllowed ? undefined : reasonId}
                // The handler also fires for a disabled button.
                onNear={isAllowed ? () => comeNear(action) : undefined}
                onOpen={() => opened.open(action.name)}
              />
            </WithReason>
          </li>
        ))}
      </ul>
      {isAllowed ? (
        <>
          {nearCount > 0 ? <FetchAhead key={nearCount} companyId={companyId} /> : null}
          {kinds.map((kind) => (
            <RequestDialog
              key={kind}
              companyId={companyId}
              kind={kind}
              open={opened.value === kind}
              onClose={opened.close}
            />
          ))}
          <QrPayDialog
            companyId={companyId}
            open={opened.value === 'qr-pay'}
            onClose={opened.close}
          />
        </>
      ) : (
        <p id={reasonId} className="mt-3 text-13 text-muted">
          {reason}
        </p>
      )}
    </Card>
  );
}

/** A disabled button fires no pointer events, so the element around it has the tooltip. */
function WithReason({ reason: text, children }: { reason: string | null; children: ReactNode }) {
  if (text === null) return children;
  return (
    <Tooltip text={text} isName>
      <div className="h-full">{children}</div>
    </Tooltip>
  );
}

interface ActionButtonProps {
  action: QuickAction;
  disabled: boolean;
  describedBy: string | undefined;
  /** The pointer or the focus is on it. */
  onNear: (() => void) | undefined;
  onOpen: () => void;
}

function ActionButton({ action, disabled, describedBy, onNear, onOpen }: ActionButtonProps) {
  const { label, hint, icon: Icon } = action;
  const hintId = useId();
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      aria-label={label}
      aria-describedby={describedBy ?? hintId}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      className={cn(
        'flex h-full w-full items-center gap-3 rounded-lg border p-3 text-left transition-colors duration-100',
        'hover:not-disabled:border-line-strong hover:not-disabled:bg-surface-hover active:not-disabled:translate-y-px',
        'disabled:cursor-not-allowed disabled:opacity-55 max-sm:gap-2.5',
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text"
      >
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {/* On a phone the names alone, so that what happened is near. */}
        <span id={hintId} className="block text-13 text-muted max-sm:sr-only">
          {hint}
        </span>
      </span>
    </button>
  );
}
