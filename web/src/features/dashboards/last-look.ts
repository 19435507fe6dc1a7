import { useSyncExternalStore } from 'react';

/* When each user last looked at the bell's panel on this browser, by the server's clock. */

const listeners = new Set<() => void>();

function keyOf(userId: string): string {
  return `sente-bell-${userId}`;
}

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have looked.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The newest moment that the user has seen; empty: never looked. */
export function useLastLook(userId: string): string {
  return useSyncExternalStore(subscribe, () => read(userId));
}

export function saveLook(userId: string, newest: string): void {
  if (newest <= read(userId)) return;
  try {
    localStorage.setItem(keyOf(userId), newest);
  } catch {
    // Without storage the dot comes back with the next page.
  }
  for (const listener of listeners) listener();
}

/** The server writes all moments in one form, so their texts are in the order of time. */
export function newestOf(items: readonly { readonly since: string }[]): string {
  return items.reduce((newest, { since }) => (since > newest ? since : newest), '');
}
