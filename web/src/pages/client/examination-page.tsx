import type { Examination, ExaminationCheck } from '@sente/contract/examinations';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Printer } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  asksForEvents,
  countText,
  OutcomeBadge,
  ResultBadge,
} from '../../features/examinations/examination-result.tsx';
import { examinationQueries } from '../../features/examinations/examination-queries.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function ExaminationPage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(examinationQueries.one(id)));
  return (
    <div className="mx-auto w-full max-w-3xl print:max-w-none">
      <PageHeader
        title="Examination"
        subtitle={data && (data.url ?? asksForEvents)}
        back={{ to: paths.client.examinations(), label: 'Back to Examinations' }}
        meta={data ? <ResultBadge {...data} /> : null}
        actions={
          data?.state === 'finished' ? (
            <span data-print="hide">
              <Button icon={<Printer />} onClick={() => window.print()}>
                Print
              </Button>
            </span>
          ) : null
        }
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<FlaskConical />}
          missing={{
            title: 'Examination not found',
            hint: 'It may be of another company. Examinations are in test mode only.',
          }}
          failedTitle="Failed to load the examination"
          back={{ to: paths.client.examinations(), label: 'Back to Examinations' }}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={8} label="Loading examination" /> : null}
      {data ? <Report examination={data} /> : null}
    </div>
  );
}

function Report({ examination }: { examination: Examination }) {
  const ofPart = (part: ExaminationCheck['part']) =>
    examination.checks.filter((check) => check.part === part);
  return (
    <div className="flex flex-col gap-4">
      <Verdict examination={examination} />
      <Card title="Report">
        <DetailList
          columns={3}
          items={[
            { label: 'Checks', value: countText(examination) },
            {
              label: 'Started',
              value: <DateText value={examination.startedAt} format="shortTime" />,
            },
            { label: 'By', value: examination.startedBy ?? 'Somebody who has left' },
          ]}
        />
      </Card>
      <Checks title="Webhook" checks={ofPart('webhook')} />
      <Checks title="Orders" checks={ofPart('orders')} />
    </div>
  );
}

function Verdict({ examination }: { examination: Examination }) {
  const { state, isPassed, watchesOrdersUntil, failed, notSeen } = examination;
  if (state === 'running') {
    return (
      <Banner tone="info" title="The examination is running">
        {watchesOrdersUntil ? (
          <>
            Now let your system make three orders with a test key, each with another reference.
            Orders are disturbed until <DateText value={watchesOrdersUntil} format="shortTime" />.
          </>
        ) : (
          'It takes a few seconds. This page shows each check as it ends.'
        )}
      </Banner>
    );
  }
  if (!isPassed) {
    return (
      <Banner tone="danger" title="Not passed">
        {failed > 0
          ? `Repair the ${failed === 1 ? 'check that has' : `${failed} checks that have`} failed and start a new examination.`
          : 'The webhook could not be examined as a whole.'}
      </Banner>
    );
  }
  return (
    <Banner tone="success" title="Passed">
      {notSeen > 0
        ? 'Nothing failed. What was not seen says how it can be.'
        : 'Everything was seen, and nothing failed.'}
    </Banner>
  );
}

function Checks({ title, checks }: { title: string; checks: readonly ExaminationCheck[] }) {
  return (
    <Card title={title} flush>
      <ol>
        {checks.map((check) => (
          <li key={check.name} className="border-b px-5 py-4 break-inside-avoid last:border-b-0">
            <div className="flex items-start justify-between gap-4">
              <h3 className="text-sm font-medium">{check.title}</h3>
              <OutcomeBadge outcome={check.outcome} />
            </div>
            <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-13 sm:grid-cols-[6.5rem_1fr] print:grid-cols-[6.5rem_1fr]">
              <Fact label="Sent">{check.sent}</Fact>
              {check.cameBack ? <Fact label="Came back">{check.cameBack}</Fact> : null}
              {check.toDo ? <Fact label="What to do">{check.toDo}</Fact> : null}
            </dl>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted max-sm:mt-1">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
