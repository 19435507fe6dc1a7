import { useEffect } from 'react';
import { useOverPage } from '../../lib/use-over-page.ts';
import { useSession } from '../../session/use-session.ts';
import { saveLook, useLastLook } from './last-look.ts';

interface BellLook {
  /** Something is newer than the last look on this browser. */
  readonly hasNews: boolean;
  /** Where the look before this one ended; null: closed. */
  readonly seenUntil: string | null;
  readonly open: () => void;
  readonly close: () => void;
}

/** Opens and closes the bell's panel; whatever shows in it counts as seen. */
export function useBellLook(newest: string, isOpenAtFirst: boolean): BellLook {
  const userId = useSession()?.user.id ?? '';
  const lastLook = useLastLook(userId);
  const [seenUntil, setSeenUntil] = useOverPage(isOpenAtFirst ? lastLook : null);
  const isOpen = seenUntil !== null;
  useEffect(() => {
    if (isOpen) saveLook(userId, newest);
  }, [isOpen, userId, newest]);
  return {
    hasNews: newest > lastLook,
    seenUntil,
    open: () => setSeenUntil(lastLook),
    close: () => setSeenUntil(null),
  };
}
