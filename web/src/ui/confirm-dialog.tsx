import { lateWindow } from './late.tsx';
import type { ConfirmDialogProps } from './windows.tsx';

/** Asks before something that matters. */
export const ConfirmDialog = lateWindow<ConfirmDialogProps>(async () => ({
  default: (await import('./windows.tsx')).ConfirmDialog,
}));
