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
