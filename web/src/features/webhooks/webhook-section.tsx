import { useQuery } from '@tanstack/react-query';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { webhookQueries } from './webhook-queries.ts';

interface WebhookSectionProps {
  companyId: string;
  companyName: string;
}

/** Where the company hears what became of its payments, and what it was told. */
export function WebhookSection({ companyId, companyName }: WebhookSectionProps) {
  const { data, failure, isLoading } = queryState(useQuery(webhookQueries.ofCompany(companyId)));
  return (
    <div className="mt-6 flex flex-col gap-4">
      {isLoading ? (
        <Card title="Webhook">
          <SkeletonRows count={3} label="Loading webhook" />
        </Card>
      ) : null}
      {failure ? (
        <ErrorPanel
          title="Failed to load webhook"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data ? (
        <WebhookCard
          key={data.webhook ? 'set' : 'none'}
          {...{ companyId, companyName }}
          webhook={data.webhook}
          message={data.message}
        />
      ) : null}
      <Deliveries companyId={companyId} isSet={Boolean(data?.webhook)} />
    </div>
  );
}
