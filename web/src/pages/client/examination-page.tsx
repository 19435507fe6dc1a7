import { examinationParts, type Examination } from '@sente/contract/examinations';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Printer } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  ExaminationChecks,
  ExaminationSummary,
  examinedText,
} from '../../features/examinations/examination-report.tsx';
import { ResultBadge } from '../../features/examinations/examination-result.tsx';
import { examinationQueries } from '../../features/examinations/examination-queries.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function ExaminationPage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(examinationQueries.one(id)));
  return (
    <>
      <PageHeader
        title={data ? `Examination of ${examinedText(data)}` : 'Examination'}
        subtitle={data?.url ?? undefined}
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
    </>
  );
}

const partTitles = { webhook: 'Webhook', events: 'Events', orders: 'Orders' } as const;

/** The verdict first, then what failed in each part; the summary stays beside it. */
function Report({ examination }: { examination: Examination }) {
  return (
    <>
      <Verdict examination={examination} />
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {examinationParts.map((part) => (
            <ExaminationChecks
              key={part}
              title={partTitles[part]}
              checks={examination.checks.filter((check) => check.part === part)}
            />
          ))}
        </div>
        <div className="min-w-0 max-lg:order-first lg:sticky lg:top-18 lg:self-start">
          <ExaminationSummary examination={examination} />
        </div>
      </div>
    </>
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
