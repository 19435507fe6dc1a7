import { useQuery } from '@tanstack/react-query';
import { lateWindow } from '../../ui/late.tsx';
import { attentionQueries } from './attention-queries.ts';
import { newestOf } from './last-look.ts';
import { useBellLook, type BellProps } from './use-bell-look.ts';

const AttentionSheet = lateWindow(() => import('./attention-sheet.tsx'));

/** What needs attention, all of it newer than the last look marked. */
export default function Bell(bell: BellProps) {
  const attention = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  const { items = [], webhooksGaveUp = [] } = attention.data ?? {};
  const seenUntil = useBellLook({
    newest: newestOf([...items, ...webhooksGaveUp]),
    bell,
    // One that is under way will do.
    refetch: () => attention.refetch({ cancelRefetch: false }),
  });
  return (
    <AttentionSheet
      open={bell.open}
      onClose={bell.onClose}
      attention={attention}
      seenUntil={seenUntil}
    />
  );
}
