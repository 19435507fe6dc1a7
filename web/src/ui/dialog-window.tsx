import * as Radix from '@radix-ui/react-dialog';
import { useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { DialogFooter } from './dialog-parts.tsx';
import { DialogHeader } from './dialog-header.tsx';
import type { DialogProps } from './dialog.tsx';
import { dialogClass, focusFirstField, isToast, overlayClass, type WindowProps } from './window.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

export function DialogWindow({
  open,
  onClose,
  onCloseAutoFocus,
  title,
  description,
  size = 'md',
  busy = false,
  footer,
  children,
}: DialogProps & WindowProps) {
  const isTyped = useRef(false);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={cn(dialogClass, widths[size])}
          onOpenAutoFocus={(event) => {
            isTyped.current = false;
            focusFirstField(event);
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onInput={() => {
            isTyped.current = true;
          }}
          onInteractOutside={(event) => {
            // Nobody loses what they typed by a press that went astray; Escape and the buttons are meant.
            if (busy || isTyped.current || isToast(event.target)) event.preventDefault();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <DialogHeader {...{ title, description, onClose, busy }} className="pt-4 pb-3" />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
