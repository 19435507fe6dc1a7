import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { isToast, overlayClass } from './dialog.tsx';
import { DialogFooter, DialogHeader } from './dialog-parts.tsx';
import { useOpener } from './use-opener.ts';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  side?: 'left' | 'right' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The title is read out but not seen: the phone navigation brings its own head. */
  hideHeader?: boolean | undefined;
  footer?: ReactNode;
  children: ReactNode;
}

const widths = { sm: 'max-w-72', md: 'max-w-md', lg: 'max-w-2xl' };

/** A panel that slides in over the page from one side. */
export function Sheet({
  open,
  onClose,
  title,
  description,
  side = 'right',
  size = 'md',
  hideHeader = false,
  footer,
  children,
}: SheetProps) {
  const giveFocusBack = useOpener(open);
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
          onCloseAutoFocus={giveFocusBack}
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
