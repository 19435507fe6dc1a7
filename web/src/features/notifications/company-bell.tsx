import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BellProps } from '../../ui/bell-props.ts';
import { lateWindow } from '../../ui/late.tsx';
import { summaryQuery } from './summary-query.ts';

const CompanyBellSheet = lateWindow(() => import('./company-bell-sheet.tsx'));

/** What the person was told; the button has a dot while something of it is new. */
export function CompanyBell({ open, onClose, onNews }: BellProps) {
  const { data } = useQuery(summaryQuery());
  const hasNews = (data?.unreadCount ?? 0) > 0;
  useEffect(() => onNews(hasNews), [onNews, hasNews]);
  return <CompanyBellSheet open={open} onClose={onClose} />;
}
