import type { Webhook } from '@sente/contract/webhooks';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { SecretText } from '../credentials/secret-text.tsx';
import { RemoveWebhookDialog, ReplaceSecretDialog } from './webhook-dialogs.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useWebhookTest } from './webhook-test.tsx';

interface WebhookCardProps {
  companyId: string;
  companyName: string;
  /** Null: none is set. */
  webhook: Webhook | null;
  /** Why the secret cannot be shown, when it cannot. */
  message: string | null;
}

export function WebhookCard({ companyId, companyName, webhook, message }: WebhookCardProps) {
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const test = useWebhookTest(companyId);
  const dialog = { companyId, companyName, webhook, onClose: () => setAsking(null) };
  return (
    <Card
      title="Webhook"
      description="Here the company hears what became of its payments."
      actions={<StateBadge webhook={webhook} />}
      footer={
        webhook ? (
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
      {webhook && webhook.secret === null ? (
        <Banner tone="warning" title="The webhook secret cannot be shown" className="mb-5">
          {message}
        </Banner>
      ) : null}
      <WebhookForm companyId={companyId} webhook={webhook} />
      {webhook ? (
        <>
          <hr className="my-5 border-line" />
          <Secret secret={webhook.secret} />
          {test.result}
        </>
      ) : null}
      <ReplaceSecretDialog open={asking === 'replace'} {...dialog} />
      <RemoveWebhookDialog open={asking === 'remove'} {...dialog} />
    </Card>
  );
}

function StateBadge({ webhook }: { webhook: Webhook | null }) {
  if (!webhook) return <Badge tone="neutral">Not set</Badge>;
  return webhook.isActive ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}

function Secret({ secret }: { secret: string | null }) {
  const value =
    secret === null ? (
      <span className="text-muted">Cannot be read</span>
    ) : (
      // A new one is hidden again.
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
