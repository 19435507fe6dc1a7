import { useRef } from 'react';

/** Of a window: whether something was typed since it opened, which is then asked about before it is lost. */
export function useTyped(onOpen?: (event: Event) => void) {
  const isTyped = useRef(false);
  const contentProps = {
    onOpenAutoFocus: (event: Event) => {
      isTyped.current = false;
      onOpen?.(event);
    },
    onInput: () => {
      isTyped.current = true;
    },
  };
  return { isTyped, contentProps };
}

/** The first field instead of the close button, which merely comes first. */
export function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const field = content?.querySelector<HTMLElement>(
    'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
