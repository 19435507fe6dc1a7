import { ConfirmDialog } from './confirm-dialog.tsx';
import { lateWindow } from './late.tsx';
import type { DialogProps, SheetProps } from './windows.tsx';

/*
 * A page is shown before anything opens over it, and the focus trap and scroll lock of dialogs and
 * side panels are a tenth of a page's code: they load on the first interaction.
 */

export const Dialog = lateWindow<DialogProps>(async () => ({
  default: (await import('./windows.tsx')).Dialog,
}));

/** A panel that slides in over the page from one side. */
export const Sheet = lateWindow<SheetProps>(async () => ({
  default: (await import('./windows.tsx')).Sheet,
}));

async function preloadWindows(): Promise<void> {
  await Promise.all([Dialog.preload(), Sheet.preload(), ConfirmDialog.preload()]);
}

/**
 * A user who moves the pointer, touches the screen or presses a key may be about to open something.
 */
export function preloadWindowsOnFirstMove(): void {
  const preload = () => void preloadWindows();
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    document.addEventListener(type, preload, { once: true, passive: true, capture: true });
  }
}
