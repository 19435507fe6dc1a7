import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { saveLook, useLastLook } from './last-look.ts';

/** What a bell is told, and tells: its button stands in the frame before its code is there. */
export interface BellProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whether something is newer than the last look on this browser. */
  readonly onNews: (hasNews: boolean) => void;
}

interface Looking {
  /** Of all that there is to tell. */
  readonly newest: string;
  readonly bell: BellProps;
  readonly refetch: () => unknown;
}

/** Whatever shows in the bell's panel counts as seen. Answers where the look before this one ended. */
export function useBellLook({ newest, bell: { open, onNews }, refetch }: Looking): string {
  const userId = useSession()?.user.id ?? '';
  const lastLook = useLastLook(userId);
  const [{ wasOpen, seenUntil }, setLook] = useState({ wasOpen: false, seenUntil: lastLook });
  if (open !== wasOpen) setLook({ wasOpen: open, seenUntil: open ? lastLook : seenUntil });
  useEffect(() => {
    if (open) saveLook(userId, newest);
  }, [open, userId, newest]);
  useEffect(() => onNews(newest > lastLook), [onNews, newest, lastLook]);
  const askAgain = useEffectEvent(refetch);
  useEffect(() => {
    if (open) askAgain();
  }, [open]);
  return seenUntil;
}
