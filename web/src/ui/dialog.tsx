import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { DialogFooter, DialogHeader } from './dialog-parts.tsx';
import { useOpener } from './use-opener.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** While busy the dialog cannot be closed. */
  busy?: boolean | undefined;
  /** The buttons, right-aligned under the content. */
  footer?: ReactNode;
  children?: ReactNode;
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

/** As high as what lies on it: a second dialog covers the first, because it comes later in the page. */
export const overlayClass =
  'fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

/** Sits at the bottom of a phone, where the thumb is, and in the upper middle of a desk. */
export const dialogClass = cn(
  'fixed inset-x-3 bottom-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] flex-col overflow-hidden rounded-xl bg-surface-raised shadow-dialog',
  'sm:inset-x-6 sm:top-[min(12vh,7rem)] sm:bottom-auto sm:max-h-[calc(100dvh-min(12vh,7rem)-2rem)]',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

/** A toast lies over the dialog; pressing its button is not a press outside. */
export function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toaster]') !== null;
}

/** The first field and not the close button, which merely comes first. */
export function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const field = content?.querySelector<HTMLElement>(
    'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'md',
  busy = false,
  footer,
  children,
}: DialogProps) {
  const giveFocusBack = useOpener(open);
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
          onCloseAutoFocus={giveFocusBack}
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
