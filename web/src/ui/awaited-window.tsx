import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../lib/cn.ts';
import type { Opened } from './late-code.ts';
import { Spinner } from './spinner.tsx';
import { overlayClass } from './window.ts';

/** Until the code of a window is there: answers the press, holds the keys, and can be called off. */
export function AwaitedWindow({ open, onClose }: Opened) {
  return open ? createPortal(<Waiting onClose={onClose} />, document.body) : null;
}

function Waiting({ onClose }: { onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  const callOff = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', callOff);
    return () => document.removeEventListener('keydown', callOff);
  }, []);
  // Nobody goes on typing in the page and is torn away when the window comes.
  useHeldFocus(note);

  return (
    <div
      data-state="open"
      className={cn(
        overlayClass,
        'grid place-items-center [animation-delay:80ms] [animation-fill-mode:both]',
      )}
    >
      <div
        ref={note}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-3 rounded-xl bg-surface-raised px-5 py-4 text-muted shadow-dialog outline-none"
      >
        <Spinner />
        Loading
      </div>
    </div>
  );
}

/** Given back before the window itself looks for what opened it. */
function useHeldFocus(holder: { readonly current: HTMLElement | null }): void {
  useEffect(() => holder.current?.focus(), [holder]);
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}
