import { useEffect, useLayoutEffect, useRef } from 'react';

/** An item of a menu is gone by the time the dialog closes; the button of the menu is still there. */
function returnTarget(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const button = menu?.getAttribute('aria-labelledby');
  const found = button ? document.getElementById(button) : element;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/**
 * Whether the focus has already moved when a dialog or menu wants to return it: a shortcut may act
 * before the fade-out ends, and its target keeps the focus.
 */
export function hasMovedOn(event: Event): boolean {
  const now = document.activeElement;
  if (!now || now === document.body) return false;
  return !(event.target instanceof Node && event.target.contains(now));
}

/** The opener of a dialog may be gone, such as a deleted row: then the dialog or page below. */
function beneath(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"][data-state="open"]');
  return [...dialogs].at(-1) ?? document.getElementById('main');
}

/**
 * Radix returns the focus only to its own trigger; our dialogs are opened by state. Remembers what
 * had the focus when the dialog opened, and returns the handler for onCloseAutoFocus.
 */
export function useOpener(open: boolean): (event: Event) => void {
  const lastFocused = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);

  // A button that is disabled while it opens the dialog has lost the focus by then.
  useEffect(() => {
    if (open) return;
    const remember = (event: FocusEvent) => {
      if (event.target instanceof Element) lastFocused.current = returnTarget(event.target);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [open]);

  useLayoutEffect(() => {
    if (open) opener.current = returnTarget(document.activeElement) ?? lastFocused.current;
  }, [open]);

  return (event) => {
    event.preventDefault();
    if (hasMovedOn(event)) return;
    const target = opener.current?.isConnected ? opener.current : beneath();
    target?.focus();
  };
}
