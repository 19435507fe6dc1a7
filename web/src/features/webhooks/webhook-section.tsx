import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
  const removals = useRemovals(Boolean(data?.webhook));
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
          key={removals}
          {...{ companyId, companyName }}
          webhook={data.webhook}
          message={data.message}
        />
      ) : null}
      {/* Asks at once and shows later: the height of the card above is not known before. */}
      <div hidden={isLoading} className="empty:hidden">
        <Deliveries companyId={companyId} isSet={Boolean(data?.webhook)} />
      </div>
    </div>
  );
}

/**
 * How often the webhook has gone away. What was typed and tested goes with it; the first save keeps
 * what is typed meanwhile.
 */
function useRemovals(isSet: boolean): number {
  const [known, setKnown] = useState({ isSet, removals: 0 });
  if (known.isSet !== isSet) setKnown({ isSet, removals: known.removals + (isSet ? 0 : 1) });
  return known.removals;
}
