import { useEffect, useEffectEvent, useState } from 'react';
import { saveSeen, useLastSeen } from '../../session/bell-seen.ts';
import { useSession } from '../../session/use-session.ts';
import type { BellProps } from '../../ui/bell-props.ts';

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
  const lastSeen = useLastSeen('waits', userId);
  const [{ wasOpen, seenUntil }, setState] = useState({ wasOpen: false, seenUntil: lastSeen });
  if (open !== wasOpen) setState({ wasOpen: open, seenUntil: open ? lastSeen : seenUntil });
  useEffect(() => {
    if (open) saveSeen('waits', userId, newest);
  }, [open, userId, newest]);
  useEffect(() => onMore(newest > lastSeen), [onMore, newest, lastSeen]);
  const refresh = useEffectEvent(refetch);
  useEffect(() => {
    if (open) refresh();
  }, [open]);
  return seenUntil;
}
