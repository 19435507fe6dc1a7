import { testActivity, type CompanyTestActivity } from '@sente/contract/test-activity';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ClipboardCheck, FlaskConical } from 'lucide-react';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { invalidFormat } from '../../api/read.ts';
import { Card } from '../../ui/card.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { asksForEvents, countText, ResultBadge } from '../examinations/examination-result.tsx';
import { ExaminationRule } from './examination-exception.tsx';

const query = (companyId: string) =>
  queryOptions({
    queryKey: key('companies', 'test-activity', companyId),
    queryFn: async ({ signal }): Promise<CompanyTestActivity> => {
      const { data } = await call(testActivity.ofCompany, { params: { id: companyId }, signal });
      if (!isRecord(data)) throw invalidFormat(200);
      return data;
    },
  });

/** What a company does in test mode, for staff: counts only, as what it tries out is its own. */
export default function CompanyTestMode({ companyId }: { companyId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(query(companyId)));
  return (
    <>
      {failure ? (
        <ErrorPanel title="Failed to load test mode" failure={failure} retryLabel="Try Again" />
      ) : null}
      {isLoading ? (
        <Card title="Test Mode">
          <SkeletonRows count={4} label="Loading test mode" />
        </Card>
      ) : null}
      {data ? (
        <>
          <Activity activity={data} />
          <ExaminationRule companyId={companyId} activity={data} />
        </>
      ) : null}
    </>
  );
}

/** What it is, for staff who never saw it. */
const about =
  'A copy of the portal and the API in which the company tries out its systems. Nothing here is real, and no sum of the books has it.';

function Activity({ activity }: { activity: CompanyTestActivity }) {
  if (!activity.isUsed) {
    return (
      <Card title="Test Mode" description={about}>
        {activity.isOn ? (
          <EmptyState
            icon={<FlaskConical />}
            title="Nobody of this company was in test mode yet."
            hint="Somebody of the company switches to it in its portal, or its systems use test keys. Its payments, requests, keys and examinations are counted here then."
          />
        ) : (
          <EmptyState
            icon={<FlaskConical />}
            title="This server has no test mode."
            hint="Whoever runs it can give test mode a database of its own."
          />
        )}
      </Card>
    );
  }
  const number = (value: number) => value.toLocaleString('en');
  return (
    <>
      <Card title="Test Mode" description={about}>
        <DetailList
          columns={3}
          items={[
            {
              label: 'Last activity',
              value: activity.lastActivityAt ? (
                <RelativeTime value={activity.lastActivityAt} />
              ) : (
                'None yet'
              ),
            },
            {
              label: 'Payments',
              value: `${number(activity.payments)} in all, ${number(activity.payments30Days)} in 30 days`,
            },
            {
              label: 'How they ended',
              value: `${number(activity.succeeded)} succeeded, ${number(activity.failed)} failed`,
            },
            {
              label: 'Signed requests in 30 days',
              value: `${number(activity.requests30Days)}, ${number(activity.refusedRequests30Days)} refused`,
            },
            { label: 'Keys and webhooks', value: `${activity.keys} and ${activity.webhooks}` },
            { label: 'Payment links', value: number(activity.paymentLinks) },
          ]}
        />
      </Card>
      <LastExamination activity={activity} />
    </>
  );
}

function LastExamination({ activity }: { activity: CompanyTestActivity }) {
  const { lastExamination: last, lastPassedAt, examinations } = activity;
  return (
    <Card
      title="Last Examination"
      actions={last ? <ResultBadge {...last} /> : null}
      description="Attacks on a webhook of the company, or on how it asks for events, in test mode"
    >
      {last ? (
        <DetailList
          columns={3}
          items={[
            {
              label: 'Examined',
              value: <span className="break-all">{last.url ?? asksForEvents}</span>,
            },
            { label: 'Started', value: <DateText value={last.startedAt} format="shortTime" /> },
            { label: 'Checks', value: countText(last) },
            { label: 'Examinations', value: examinations.toLocaleString('en') },
            {
              label: 'Last passed',
              value: lastPassedAt ? <DateText value={lastPassedAt} format="shortTime" /> : 'Never',
            },
          ]}
        />
      ) : (
        <EmptyState
          icon={<ClipboardCheck />}
          title="There was none yet."
          hint="The company starts one under Developers in its portal. Its result is shown here then."
        />
      )}
    </Card>
  );
}
