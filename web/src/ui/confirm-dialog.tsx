import type { ReactNode } from 'react';
import { AwaitedWindow } from './awaited-window.tsx';
import { useOpener } from './use-opener.ts';
import { useWindows } from './use-windows.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** May return a promise; the confirm button is busy until it settles. */
  onConfirm: () => unknown;
  title: string;
  /** Names the thing and what will happen to it. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** The dialog stays, and neither button can be pressed. */
  busy?: boolean | undefined;
  /** Why it failed; the dialog stays open with it. */
  error?: string | null | undefined;
  children?: ReactNode;
}

/** Asks before something that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const windows = useWindows(props);
  const giveFocusBack = useOpener(props.open);
  if (!windows) return <AwaitedWindow {...props} />;
  return <windows.ConfirmWindow {...props} onCloseAutoFocus={giveFocusBack} />;
}
