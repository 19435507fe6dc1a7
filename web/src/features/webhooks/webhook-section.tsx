import type { Webhook } from '@sente/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Trash2, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SwitchedOffText } from '../../ui/switched-off.tsx';
import { WebhookFailureText } from '../../ui/webhook-failure.tsx';
import { AttemptDetails, AttemptSummary } from './attempt.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import {
  useRemoveWebhook,
  useReplaceSecret,
  webhookQueries,
  useTestWebhook,
} from './webhook-queries.ts';

interface WebhookSectionProps {
  companyId: string;
  companyName: string;
}

/** The company's webhook and its deliveries. */
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
        <ErrorPanel title="Failed to load webhook" failure={failure} retryLabel="Try Again" />
      ) : null}
      {data ? (
        <WebhookCard
          key={removals}
          {...{ companyId, companyName }}
          webhook={data.webhook}
          message={data.message}
        />
      ) : null}
      {/*
       * Requests at once and shows later, because the height of the card above is unknown until
       * then.
       */}
      <div hidden={isLoading} className="empty:hidden">
        <Deliveries companyId={companyId} isSet={Boolean(data?.webhook)} />
      </div>
    </div>
  );
}

/**
 * How often the webhook was removed, which resets the form and the test result; the first save
 * keeps the input.
 */
function useRemovals(isSet: boolean): number {
  const [known, setKnown] = useState({ isSet, removals: 0 });
  if (known.isSet !== isSet) setKnown({ isSet, removals: known.removals + (isSet ? 0 : 1) });
  return known.removals;
}

interface WebhookCardProps {
  companyId: string;
  companyName: string;
  /** Null without a webhook. */
  webhook: Webhook | null;
  /** Why the secret cannot be shown, if so. */
  message: string | null;
}

function WebhookCard({ companyId, companyName, webhook, message }: WebhookCardProps) {
  const [asking, setAsking] = useState<Question | null>(null);
  const test = useWebhookTest(companyId);
  const canChange = useCan('staffKeys');
  return (
    <Card
      title="Webhook"
      description="Here the company hears what became of its payments."
      actions={<StateBadge webhook={webhook} />}
      footer={
        webhook && canChange ? (
          <div className="flex flex-wrap justify-end gap-2">
            {test.button}
            <Button icon={<RefreshCw />} onClick={() => setAsking('replace')}>
              Replace Secret
            </Button>
            <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setAsking('remove')}>
              Remove
            </Button>
          </div>
        ) : undefined
      }
    >
      {webhook && webhook.secret === null && canChange ? (
        <Banner tone="warning" title="The webhook secret cannot be shown" className="mb-5">
          {message}
        </Banner>
      ) : null}
      {webhook?.switchedOff ? (
        <Banner tone="warning" title="Nothing is delivered" className="mb-5">
          <SwitchedOffText switchedOff={webhook.switchedOff} /> Once it is on, the company sends
          them with Send Many Again on its page of webhooks.
        </Banner>
      ) : null}
      {webhook?.failing ? (
        <Banner tone="danger" title="Events do not arrive" className="mb-5">
          <WebhookFailureText failing={webhook.failing} />
        </Banner>
      ) : null}
      {canChange ? (
        <WebhookForm companyId={companyId} webhook={webhook} />
      ) : (
        <DetailList
          columns={1}
          items={[{ label: 'Webhook address', value: webhook?.url ?? 'None yet' }]}
        />
      )}
      {webhook && canChange ? (
        <>
          <hr className="my-5 border-line" />
          <Secret secret={webhook.secret} />
          {test.result}
        </>
      ) : null}
      <Questions {...{ companyId, companyName, webhook, asking }} onClose={() => setAsking(null)} />
    </Card>
  );
}

function StateBadge({ webhook }: { webhook: Webhook | null }) {
  if (!webhook) return <Badge tone="neutral">Not set</Badge>;
  if (!webhook.isActive) return <Badge tone="warning">Inactive</Badge>;
  return webhook.failing ? (
    <Badge tone="danger">Failing</Badge>
  ) : (
    <Badge tone="success">Active</Badge>
  );
}

function Secret({ secret }: { secret: string | null }) {
  const value =
    secret === null ? (
      <span className="text-muted">Cannot be read</span>
    ) : (
      // A new secret is hidden again.
      <SecretText key={secret} value={secret} label="Webhook secret" />
    );
  return (
    <>
      <DetailList columns={1} items={[{ label: 'Webhook secret', value }]} />
      <p className="mt-1 text-13 text-muted">
        The company checks with it that a call is ours, by the headers of Standard Webhooks.
      </p>
    </>
  );
}

type Question = 'replace' | 'remove';

interface QuestionsProps extends Omit<WebhookCardProps, 'message'> {
  asking: Question | null;
  onClose: () => void;
}

function Questions({ companyId, companyName, webhook, asking, onClose }: QuestionsProps) {
  const shared = { input: (of: Webhook) => of, onClose };
  return (
    <>
      <ConfirmAction
        {...shared}
        subject={asking === 'replace' ? webhook : null}
        change={useReplaceSecret(companyId)}
        title={() => `Replace the webhook secret of ${companyName}?`}
        description="Events are signed with the new secret at once. The company refuses them until it has put the new one into its systems; they are sent again for days."
        confirmLabel="Replace Secret"
        busyLabel="Replacing..."
        done="Webhook secret replaced successfully"
        failed="Failed to replace webhook secret"
      />
      <ConfirmAction
        {...shared}
        subject={asking === 'remove' ? webhook : null}
        change={useRemoveWebhook(companyId)}
        title={() => `Remove the webhook of ${companyName}?`}
        description="The company is told nothing any more, also not what is on its way. A webhook that is set later has another secret."
        confirmLabel="Remove Webhook"
        busyLabel="Removing..."
        done="Webhook removed successfully"
        failed="Failed to remove webhook"
      />
    </>
  );
}

/** The button and the result of the test, which are in different places. */
function useWebhookTest(companyId: string): { button: ReactNode; result: ReactNode } {
  const test = useTestWebhook(companyId);
  const { data } = test;
  return {
    button: (
      <ChangeButton
        change={test}
        input={undefined}
        failed="Failed to send test"
        icon={<Send />}
        busyLabel="Sending..."
      >
        Send Test
      </ChangeButton>
    ),
    result: (
      <div aria-live="polite">
        {data ? (
          <section aria-label="Test result" className="mt-5 rounded-lg border p-4">
            <AttemptSummary title="Test event" attempt={data} />
            <AttemptDetails attempt={data} />
          </section>
        ) : null}
      </div>
    ),
  };
}
