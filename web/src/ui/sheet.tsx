import type { ReactNode } from 'react';
import { AwaitedWindow } from './awaited-window.tsx';
import { useOpener } from './use-opener.ts';
import { useWindows } from './use-windows.ts';

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

/** A panel that slides in over the page from one side. */
export function Sheet(props: SheetProps) {
  const windows = useWindows(props);
  const giveFocusBack = useOpener(props.open);
  if (!windows) return <AwaitedWindow {...props} />;
  return <windows.SheetWindow {...props} onCloseAutoFocus={giveFocusBack} />;
}
