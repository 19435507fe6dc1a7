import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../session/use-session.ts';
import type { BellProps } from '../../ui/bell-props.ts';

/* What each user has seen in the bell's panel in this browser, by the server's clock. */

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
  // Another tab may have shown the panel.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The newest time that the user has seen; empty for none. */
function useLastSeen(userId: string): string {
  return useSyncExternalStore(subscribe, () => read(userId));
}

function saveSeen(userId: string, newest: string): void {
  if (newest <= read(userId)) return;
  try {
    localStorage.setItem(keyOf(userId), newest);
  } catch {
    // Without storage the dot returns with the next page.
  }
  for (const listener of listeners) listener();
}

/** The server writes all times in one format, so they sort as text. */
export function newestOf(items: readonly { readonly since: string }[]): string {
  return items.reduce((newest, { since }) => (since > newest ? since : newest), '');
}

interface BellNews {
  /** The time of the newest entry. */
  readonly newest: string;
  readonly bell: BellProps;
  readonly refetch: () => unknown;
}

/** Everything in the open panel counts as seen. Returns what had been seen before. */
export function useBellNews({ newest, bell: { open, onMore }, refetch }: BellNews): string {
  const userId = useSession()?.user.id ?? '';
  const lastSeen = useLastSeen(userId);
  const [{ wasOpen, seenUntil }, setState] = useState({ wasOpen: false, seenUntil: lastSeen });
  if (open !== wasOpen) setState({ wasOpen: open, seenUntil: open ? lastSeen : seenUntil });
  useEffect(() => {
    if (open) saveSeen(userId, newest);
  }, [open, userId, newest]);
  useEffect(() => onMore(newest > lastSeen), [onMore, newest, lastSeen]);
  const refresh = useEffectEvent(refetch);
  useEffect(() => {
    if (open) refresh();
  }, [open]);
  return seenUntil;
}
