import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';
import { DialogError, DialogFooter } from './dialog-parts.tsx';
import { dialogClass, focusFirstField, overlayClass } from './dialog.tsx';
import { useOpener } from './use-opener.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** May return a promise; the confirm button is busy until it settles. */
  onConfirm: () => unknown;
  title: string;
  /** Names the thing and what will happen to it. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** The dialog stays, and neither button can be pressed. */
  busy?: boolean | undefined;
  /** Why it failed; the dialog stays open with it. */
  error?: string | null | undefined;
  children?: ReactNode;
}

/** Asks before something that matters. What is to be typed has the focus, else the safe button. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  busy = false,
  error,
  children,
}: ConfirmDialogProps) {
  const giveFocusBack = useOpener(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={cn(dialogClass, 'sm:max-w-md')}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={giveFocusBack}
        >
          <div className="min-h-0 overflow-y-auto p-5">
            <AlertDialog.Title className="text-base wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted">
              {description}
            </AlertDialog.Description>
            {children}
            <DialogError>{error}</DialogError>
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
