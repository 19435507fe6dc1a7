import { useSyncExternalStore } from 'react';

/* Rows that came in since a list was loaded. They are announced, because a list that moves under the cursor
   leads to clicks on the wrong row. */

const arrivedAt = new Map<string, number>();
const listeners = new Set<() => void>();

/** `noun` is the first part of the list's key. */
export function announceArrivals(noun: string): void {
  arrivedAt.set(noun, Date.now());
  for (const listener of listeners) listener();
}

/** The time of the last announcement, in ms; 0 before the first one. */
export function useArrivedAt(noun: string): number {
  return useSyncExternalStore(subscribe, () => arrivedAt.get(noun) ?? 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
