import * as AlertDialog from '@radix-ui/react-alert-dialog';
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { ifUnsaved, leaving } from '../lib/unsaved-warning.ts';
import { Button } from './button.tsx';
import { DialogError, DialogFooter } from './dialog-parts.tsx';
import { focusFirstField } from './focus-first-field.ts';
import { IconButton } from './icon-button.tsx';
import { isSubmit } from './is-submit.ts';
import { overlayClass } from './late.tsx';
import { useOpener } from './use-opener.ts';
import { useTyped } from './use-typed.ts';
import { ReadOnlyNote, useIsReadOnly } from './read-only.tsx';

/* All overlays of a page, in one file that dialog.tsx loads late. */

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** While busy the dialog cannot be closed. */
  busy?: boolean | undefined;
  /** Nobody can read the content again: only a button in it or in the footer closes the dialog. */
  isShownOnce?: boolean | undefined;
  /** A step back, where Escape must not close the whole. */
  onEscape?: (() => void) | undefined;
  /** The buttons, right-aligned below the content. */
  footer?: ReactNode;
  children?: ReactNode;
}

const dialogWidths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'md',
  busy = false,
  isShownOnce = false,
  onEscape,
  footer,
  children,
}: DialogProps) {
  const giveFocusBack = useOpener(open);
  const { isTyped, contentProps } = useTyped(focusFirstField);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && !isShownOnce && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={cn(dialogClass, dialogWidths[size])}
          {...contentProps}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={(event) => {
            if (busy || isTyped.current || isToast(event.target)) event.preventDefault();
          }}
          onPointerDownOutside={({ target }) => {
            // A press outside does not discard typed text of a form unasked.
            if (!busy && !isShownOnce && isTyped.current && !isToast(target)) ifUnsaved(onClose);
          }}
          onEscapeKeyDown={(event) => {
            if (busy || isShownOnce || !(onEscape || isTyped.current)) return;
            event.preventDefault();
            // Pressed by habit: the text of a form that is not sent is asked about.
            if (onEscape) onEscape();
            else leaving(onClose, 'dialog');
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <DialogHeader
            {...{ title, description, busy }}
            onClose={isShownOnce ? undefined : onClose}
            className="pt-4 pb-3"
          />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  side?: 'left' | 'right' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The title is for screen readers only: the phone navigation has its own header. */
  hideHeader?: boolean | undefined;
  footer?: ReactNode;
  children: ReactNode;
}

const sheetWidths = { sm: 'max-w-72', md: 'max-w-md', lg: 'max-w-2xl' };

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
  const { isTyped, contentProps } = useTyped();
  // Who looks at a record with a form below it closes the record; the text of the form is asked about.
  const close = () => (isTyped.current ? leaving(onClose, 'dialog') : onClose());
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={cn(
            'fixed inset-y-0 z-50 flex w-[calc(100%-3rem)] flex-col bg-surface-raised shadow-dialog',
            side === 'right'
              ? 'right-0 data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right'
              : 'left-0 data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
            sheetWidths[size],
          )}
          {...contentProps}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {hideHeader ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <DialogHeader {...{ title, description }} onClose={close} className="border-b py-3" />
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

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** May return a promise; the confirm button is busy until it settles. */
  onConfirm: () => unknown;
  title: string;
  /** Names the record and the effect. */
  description: ReactNode;
  /** Null: it can only be closed. */
  confirmLabel: string | null;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** A second way to go on, beside the recommended one. */
  otherChoice?: { label: string; onChoose: () => unknown } | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** The dialog stays open, and both buttons are disabled. */
  busy?: boolean | undefined;
  /** Why it failed; the dialog stays open with it. */
  error?: string | null | undefined;
  children?: ReactNode;
}

/** The first input gets the focus, or the safe button. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  otherChoice,
  tone = 'danger',
  busy = false,
  error,
  children,
}: ConfirmDialogProps) {
  const giveFocusBack = useOpener(open);
  const { isTyped, contentProps } = useTyped(focusFirstField);
  const isReadOnly = useIsReadOnly();
  const confirmButton = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={cn(dialogClass, 'sm:max-w-md')}
          {...contentProps}
          onCloseAutoFocus={giveFocusBack}
          onKeyDown={(event) => {
            // What is dangerous takes a press of its button.
            if (tone !== 'danger' && isSubmit(event)) confirmButton.current?.click();
          }}
          onEscapeKeyDown={(event) => {
            if (busy || !isTyped.current) return;
            event.preventDefault();
            leaving(onClose, 'dialog');
          }}
        >
          <div className="min-h-0 overflow-y-auto p-5">
            <AlertDialog.Title className="text-base wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted">
              {description}
            </AlertDialog.Description>
            <ReadOnlyNote className="mt-3" />
            {children}
            <DialogError>{error}</DialogError>
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            {otherChoice ? (
              <Button disabled={busy} onClick={otherChoice.onChoose}>
                {otherChoice.label}
              </Button>
            ) : null}
            {confirmLabel === null ? null : (
              <Button
                ref={confirmButton}
                variant={tone}
                busy={busy}
                busyLabel={busyLabel}
                disabled={isReadOnly}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            )}
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface DialogHeaderProps {
  title: string;
  description?: ReactNode;
  /** Undefined without the button. */
  onClose: (() => void) | undefined;
  /** Cannot be closed now. */
  busy?: boolean | undefined;
  className?: string | undefined;
}

/** The header of dialogs and side panels: title, description and the close button. */
function DialogHeader({ title, description, onClose, busy, className }: DialogHeaderProps) {
  return (
    <header className={cn('flex items-start justify-between gap-4 px-5', className)}>
      <div className="min-w-0 pt-1">
        <Radix.Title className="text-base wrap-anywhere">{title}</Radix.Title>
        {description ? (
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
        ) : null}
      </div>
      {onClose ? (
        <IconButton
          label="Close"
          icon={<X />}
          size="sm"
          tooltip={false}
          disabled={busy}
          onClick={onClose}
          className="-mr-1.5"
        />
      ) : null}
    </header>
  );
}

/**
 * At the bottom of a phone, within reach of the thumb, and in the upper middle of a wide screen.
 */
const dialogClass = cn(
  'fixed inset-x-3 bottom-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] flex-col overflow-hidden rounded-xl bg-surface-raised shadow-dialog',
  'sm:inset-x-6 sm:top-[min(12vh,7rem)] sm:bottom-auto sm:max-h-[calc(100dvh-min(12vh,7rem)-2rem)]',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

/** A toast covers the dialog; pressing its button is not a press outside. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toaster]') !== null;
}
