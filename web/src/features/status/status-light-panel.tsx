import type { StatusNow } from '@sente/contract/status';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react';
import { formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import {
  booksStatus,
  networkTones,
  payoutsStatus,
  type StatusTone,
} from '../../lib/status-texts.ts';
import { IconLink } from '../../ui/icon-button.tsx';
import { statusQueries } from './status-queries.ts';

const looks: Record<StatusTone, { icon: typeof CircleCheck; className: string }> = {
  good: { icon: CircleCheck, className: 'text-success-text' },
  degraded: { icon: TriangleAlert, className: 'text-warning-text' },
  bad: { icon: CircleX, className: 'text-danger-text' },
  unknown: { icon: CircleHelp, className: 'text-muted' },
};

/** Whether payouts are sent, the books balance and the networks are up, on every page; more on the public page. */
export default function StatusLightPanel() {
  const { data, isError } = useQuery({ ...statusQueries.now(), retryOnMount: false });
  const { tone, text } = data
    ? lightOf(data)
    : { tone: 'unknown' as const, text: isError ? 'The status cannot be read' : 'Status' };
  const { icon: Icon, className } = looks[tone];
  return <IconLink to={paths.systemStatus()} label={text} icon={<Icon className={className} />} />;
}

function lightOf({ readAt, isOld, books, networks, payoutsStoppedSince }: StatusNow): {
  tone: StatusTone;
  text: string;
} {
  if (isOld) {
    const text = `The status cannot be read since ${formatShortTime(readAt)}`;
    return { tone: 'unknown', text };
  }
  const { tone, text } = booksStatus(books, Date.now());
  const troubled = networks.filter(({ status }) => status !== 'up');
  const rest = troubled.map(
    ({ displayName, status }) => `${displayName}: ${networkTones[status].word}`,
  );
  if (payoutsStoppedSince !== null) {
    const stopped = payoutsStatus(payoutsStoppedSince);
    return { tone: stopped.tone, text: [stopped.text, text, ...rest].join('. ') };
  }
  const isWorse = tone === 'good' && troubled.length > 0;
  return { tone: isWorse ? 'degraded' : tone, text: [text, ...rest].join('. ') };
}
