import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { DialogError, DialogFooter } from './dialog-parts.tsx';
import { dialogClass, focusFirstField, overlayClass, type WindowProps } from './window.ts';

/** What is to be typed has the focus, else the safe button. */
export function ConfirmWindow({
  open,
  onClose,
  onCloseAutoFocus,
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
}: ConfirmDialogProps & WindowProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={cn(dialogClass, 'sm:max-w-md')}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={onCloseAutoFocus}
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
