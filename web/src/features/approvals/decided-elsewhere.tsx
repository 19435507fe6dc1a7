import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** What somebody else did while a question about the same was open. */
export interface News {
  readonly title: string;
  readonly text: string;
}

/** What the own answer changes is no news, however early the list shows it. */
export function useOthersNews(news: News | null): News | null {
  return useIsMutating() > 0 ? null : news;
}

interface DecidedElsewhereProps {
  /** Null closes it. */
  news: News | null;
  onClose: () => void;
}

/** In place of a question that nobody can answer any more: it can only be closed. */
export function DecidedElsewhere({ news, onClose }: DecidedElsewhereProps) {
  // The texts stay while the dialog fades out.
  const [shown, setShown] = useState(news);
  if (news !== null && news !== shown) setShown(news);
  return (
    <ConfirmDialog
      open={news !== null}
      onClose={onClose}
      onConfirm={onClose}
      title={shown?.title ?? ''}
      description={shown?.text}
      confirmLabel={null}
      cancelLabel="Close"
    />
  );
}
