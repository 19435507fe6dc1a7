import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BellProps } from '../../ui/bell-props.ts';
import { lateWindow } from '../../ui/late.tsx';
import { attentionQueries } from './attention-queries.ts';
import { newestOf, useBellNews } from './bell-news.ts';

const AttentionSheet = lateWindow(() => import('./attention-sheet.tsx'));

/** What needs attention; entries that have not been seen yet are marked. */
export function AttentionBell({ children, ...bell }: BellProps & { children: ReactNode }) {
  const attention = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  const {
    items = [],
    webhooksGaveUp = [],
    payoutBrakes = [],
    unknownPayments,
    watcher,
  } = attention.data ?? {};
  const seenUntil = useBellNews({
    newest: newestOf([
      ...items,
      ...webhooksGaveUp,
      ...payoutBrakes,
      ...(unknownPayments ? [unknownPayments] : []),
      ...(watcher?.since ? [{ since: watcher.since }] : []),
    ]),
    bell,
    // A running request is enough.
    refetch: () => attention.refetch({ cancelRefetch: false }),
  });
  return (
    <AttentionSheet
      open={bell.open}
      onClose={bell.onClose}
      attention={attention}
      seenUntil={seenUntil}
    >
      {children}
    </AttentionSheet>
  );
}
