import type { Credential } from '@sente/contract/credentials';
import { Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { useRevealSecret, useToggleCredentials } from './credential-queries.ts';
import { SecretText } from '../../ui/secret-text.tsx';

interface CredentialCardProps {
  credential: Credential;
  /** Switching off is asked about, because calls are refused at once; switching on is not. */
  onDeactivate: () => void;
  onRegenerate: () => void;
  onDelete: () => void;
}

export function CredentialCard({ credential, ...actions }: CredentialCardProps) {
  const { onDeactivate, onRegenerate, onDelete } = actions;
  const { isActive } = credential;
  return (
    <Card
      title="Credential set"
      description={
        isActive
          ? 'Calls signed with these keys are accepted.'
          : 'Calls signed with these keys are refused until the set is activated.'
      }
      actions={
        isActive ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
      }
      footer={
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button icon={<RefreshCw />} onClick={onRegenerate}>
            Regenerate
          </Button>
          {isActive ? (
            <Button icon={<PowerOff />} onClick={onDeactivate}>
              Deactivate
            </Button>
          ) : (
            <ActivateButton credential={credential} />
          )}
          <Button variant="danger-quiet" icon={<Trash2 />} onClick={onDelete}>
            Delete
          </Button>
        </div>
      }
    >
      <Keys credential={credential} />
      <hr className="my-5 border-line" />
      <DetailList
        columns={3}
        items={[
          { label: 'Created', value: <DateText value={credential.createdAt} format="dateTime" /> },
          {
            label: 'Last Updated',
            value: <DateText value={credential.updatedAt} format="dateTime" />,
          },
          {
            label: 'Last Used',
            value: <RelativeTime value={credential.lastUsedAt} empty="Never used" />,
          },
        ]}
      />
    </Card>
  );
}

function Keys({ credential }: { credential: Credential }) {
  const { channelId, isReadable } = credential;
  const { mutateAsync: reveal } = useRevealSecret(credential.companyId);
  return (
    <DetailList
      columns={1}
      items={[
        {
          label: 'Channel ID',
          value: (
            <span className="flex items-start gap-1">
              <span className="min-w-0 font-mono text-13 leading-6 break-all">{channelId}</span>
              <CopyButton value={channelId} label="Channel ID" />
            </span>
          ),
        },
        {
          label: 'Secret key',
          // New keys are hidden again.
          value: isReadable ? (
            <SecretText key={channelId} value={() => reveal(credential)} />
          ) : (
            <span className="text-muted">Cannot be read</span>
          ),
        },
      ]}
    />
  );
}

function ActivateButton({ credential }: { credential: Credential }) {
  return (
    <ChangeButton
      change={useToggleCredentials(credential.companyId)}
      input={credential}
      done={() => 'API credentials activated successfully'}
      failed="Failed to activate API credentials"
      icon={<Power />}
      busyLabel="Activating..."
    >
      Activate
    </ChangeButton>
  );
}
