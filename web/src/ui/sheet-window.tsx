import * as Radix from '@radix-ui/react-dialog';
import { cn } from '../lib/cn.ts';
import { DialogHeader } from './dialog-header.tsx';
import { DialogFooter } from './dialog-parts.tsx';
import type { SheetProps } from './sheet.tsx';
import { isToast, overlayClass, type WindowProps } from './window.ts';

const widths = { sm: 'max-w-72', md: 'max-w-md', lg: 'max-w-2xl' };

export function SheetWindow({
  open,
  onClose,
  onCloseAutoFocus,
  title,
  description,
  side = 'right',
  size = 'md',
  hideHeader = false,
  footer,
  children,
}: SheetProps & WindowProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={cn(
            'fixed inset-y-0 z-50 flex w-[calc(100%-3rem)] flex-col bg-surface-raised shadow-dialog',
            side === 'right'
              ? 'right-0 data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right'
              : 'left-0 data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
            widths[size],
          )}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {hideHeader ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <DialogHeader {...{ title, description, onClose }} className="border-b py-3" />
          )}
          <div className={cn('min-h-0 flex-1 overflow-y-auto', !hideHeader && 'p-5')}>
            {children}
          </div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
