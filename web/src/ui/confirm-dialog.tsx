import { lateWindow } from './late.tsx';
import type { ConfirmDialogProps } from './windows.tsx';

/** Asks before an important action. */
export const ConfirmDialog = lateWindow<ConfirmDialogProps>(async () => ({
  default: (await import('./windows.tsx')).ConfirmDialog,
}));
