import type { ExaminationSummary } from '@sente/contract/examinations';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Play } from 'lucide-react';
import { useNavigate } from '../../lib/router.tsx';
import {
  asksForEvents,
  countText,
  ResultBadge,
} from '../../features/examinations/examination-result.tsx';
import {
  examinationQueries,
  loadFailure,
} from '../../features/examinations/examination-queries.ts';
import { useEnterTestMode } from '../../features/test-mode/mode-switch.tsx';
import { ownWebhookQueries } from '../../features/webhooks/own-webhook-queries.ts';
import { cn } from '../../lib/cn.ts';
import { getMode } from '../../lib/mode.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { DeveloperFrame } from './developer-frame.tsx';

const StartExaminationDialog = lateWindow(
  () => import('../../features/examinations/start-examination-dialog.tsx'),
);

const subtitle = 'How your system copes when webhooks, questions for events or orders go wrong';
const startAction = 'start-examination';

export default function ExaminationsPage() {
  return getMode() === 'test' ? <InTestMode /> : <InLiveMode />;
}

function InLiveMode() {
  const { enter, isBusy } = useEnterTestMode(paths.client.examinations());
  return (
    <DeveloperFrame subtitle={subtitle}>
      <Requirement />
      <EmptyState
        icon={<FlaskConical />}
        title="Examinations are in test mode"
        hint="There the server attacks a webhook of yours and disturbs your orders, and grades what it sees. Nothing real is touched."
        action={
          <Button variant="primary" icon={<FlaskConical />} busy={isBusy} onClick={enter}>
            Switch to Test Mode
          </Button>
        }
      />
    </DeveloperFrame>
  );
}

function InTestMode() {
  const query = useQuery(examinationQueries.list());
  const webhooks = useQuery(ownWebhookQueries.list()).data ?? [];
  const active = webhooks.filter(({ isActive }) => isActive);
  const action = useOverlayParam('action');
  const navigate = useNavigate();
  const isRunning = query.data?.some(({ state }) => state === 'running') ?? false;
  const start = (
    <Button
      variant="primary"
      icon={<Play />}
      aria-haspopup="dialog"
      disabled={isRunning}
      onPointerEnter={StartExaminationDialog.preload}
      onFocus={StartExaminationDialog.preload}
      onClick={() => action.open(startAction)}
    >
      Start Examination
    </Button>
  );
  return (
    <DeveloperFrame
      subtitle={subtitle}
      actions={
        <>
          <RefreshButton query={query} />
          {start}
        </>
      }
    >
      <Requirement />
      <ListStates
        query={query}
        isFiltered={false}
        onClear={() => {}}
        failed={{ title: 'Error Loading Examinations', message: loadFailure }}
        noneMatch={{ title: '' }}
        noneYet={{
          icon: <FlaskConical />,
          title: 'No examinations yet',
          hint: 'One of a webhook takes a few seconds; it takes up to three minutes if you ask for events, or if orders are disturbed as well.',
          action: start,
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Examinations"
            rows={query.data ?? []}
            columns={columns}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => navigate(paths.client.examination(id))}
          />
        )}
      </ListStates>
      <StartExaminationDialog
        open={action.value === startAction}
        webhooks={active}
        onClose={action.close}
        onStarted={({ id }) => navigate(paths.client.examination(id))}
      />
    </DeveloperFrame>
  );
}

/** Whether the provider wants one before new keys of live mode. */
function Requirement() {
  const { data } = useQuery(examinationQueries.requirement());
  if (!data || data.days === 0) return null;
  const within = data.days === 1 ? 'of the last day' : `of the last ${data.days} days`;
  if (data.isExempt) {
    return (
      <Banner tone="success" title="You can make live keys" className="mb-4">
        New keys of live mode need a passed examination {within}. The provider has made an exception
        for you.
      </Banner>
    );
  }
  if (data.isMet && data.lastPassedAt) {
    return (
      <Banner tone="success" title="You can make live keys" className="mb-4">
        New keys of live mode need a passed examination {within}. Yours passed on{' '}
        <DateText value={data.lastPassedAt} format="shortTime" />.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title="Live keys need a passed examination" className="mb-4">
      New keys of live mode need a passed examination {within}.
      {data.lastPassedAt ? (
        <>
          {' '}
          The last one passed on <DateText value={data.lastPassedAt} format="shortTime" />.
        </>
      ) : null}
    </Banner>
  );
}

const columns: readonly Column<ExaminationSummary>[] = [
  {
    key: 'url',
    header: 'Examined',
    isTwoLine: true,
    className: 'max-w-96',
    cell: (row) => (
      <>
        <Link to={paths.client.examination(row.id)} className="font-medium break-all">
          {row.url ? (URL.parse(row.url)?.host ?? row.url) : 'Events'}
        </Link>
        <span
          className={cn('block text-xs font-normal break-all text-muted', row.url && 'font-mono')}
        >
          {row.url ?? asksForEvents}
        </span>
      </>
    ),
  },
  { key: 'checks', header: 'Checks', phone: 'named', cell: countText },
  {
    key: 'started',
    header: 'Started',
    isTwoLine: true,
    cell: ({ startedAt, startedBy }) => (
      <>
        <RelativeTime value={startedAt} />
        {startedBy ? <span className="block text-13 text-muted">{startedBy}</span> : null}
      </>
    ),
  },
  { key: 'result', header: 'Result', phone: 'aside', cell: (row) => <ResultBadge {...row} /> },
];
