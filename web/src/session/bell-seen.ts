import { useSyncExternalStore } from 'react';

/* What each user has seen in the bell's panel in this browser, by the server's clock. */

/** What waits for somebody, and what the person was told. */
export type BellPart = 'waits' | 'told';

const listeners = new Set<() => void>();

function keyOf(part: BellPart, userId: string): string {
  return part === 'waits' ? `sente-bell-${userId}` : `sente-told-${userId}`;
}

function read(part: BellPart, userId: string): string {
  try {
    return localStorage.getItem(keyOf(part, userId)) ?? '';
  } catch {
    return '';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have shown the panel.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The newest time that the user has seen; empty for none. */
export function useLastSeen(part: BellPart, userId: string): string {
  return useSyncExternalStore(subscribe, () => read(part, userId));
}

export function saveSeen(part: BellPart, userId: string, newest: string): void {
  if (newest <= read(part, userId)) return;
  try {
    localStorage.setItem(keyOf(part, userId), newest);
  } catch {
    // Without storage the dot returns with the next page.
  }
  for (const listener of listeners) listener();
}
