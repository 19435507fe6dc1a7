import { lateCode, useModuleWhenOpen, type Opened } from './late-code.ts';

const code = lateCode(() => import('./windows.ts'));

export const loadWindows = code.load;

export function useWindows(opened: Opened) {
  return useModuleWhenOpen(code, opened);
}

/** Whoever moves the pointer, touches the screen or presses a key may be about to open something. */
export function loadWindowsOnFirstMove(): void {
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    document.addEventListener(type, code.preload, { once: true, passive: true, capture: true });
  }
}
