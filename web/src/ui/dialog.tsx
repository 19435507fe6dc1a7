import type { ReactNode } from 'react';
import { AwaitedWindow } from './awaited-window.tsx';
import { useOpener } from './use-opener.ts';
import { useWindows } from './use-windows.ts';

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

export function Dialog(props: DialogProps) {
  const windows = useWindows(props);
  const giveFocusBack = useOpener(props.open);
  if (!windows) return <AwaitedWindow {...props} />;
  return <windows.DialogWindow {...props} onCloseAutoFocus={giveFocusBack} />;
}
