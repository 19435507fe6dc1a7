import { cn } from '../lib/cn.ts';

/** What dialogs, side panels and questions have in common. */
export interface WindowProps {
  /** Gives the focus back to what opened it. */
  onCloseAutoFocus: (event: Event) => void;
}

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
