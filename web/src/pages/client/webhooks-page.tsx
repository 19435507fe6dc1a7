import type { NewOwnWebhook, OwnWebhook } from '@sente/contract/own-webhooks';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, RefreshCw, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { AllOff } from '../../features/webhooks/all-off.tsx';
import { OwnDeliveries } from '../../features/webhooks/own-deliveries.tsx';
import { ownWebhookColumns, webhookName } from '../../features/webhooks/own-webhook-columns.tsx';
import {
  loadFailure,
  ownWebhookQueries,
  useRemoveOwnWebhook,
  useTestOwnWebhook,
} from '../../features/webhooks/own-webhook-queries.ts';
import {
  NewSecretDialog,
  RotateSecretDialog,
} from '../../features/webhooks/webhook-secret-dialogs.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { DataTable } from '../../ui/table.tsx';
import { notify } from '../../ui/toast.tsx';
import { DeveloperFrame } from './developer-frame.tsx';

const OwnWebhookDialog = lateWindow(() => import('../../features/webhooks/own-webhook-dialog.tsx'));

const addAction = 'add-webhook';

export default function WebhooksPage() {
  const query = useQuery(ownWebhookQueries.list());
  const rows = query.data ?? [];
  const { clearFilters } = useUrlState({ filters: {} });
  const action = useOverlayParam('action');
  const [changed, setChanged] = useState<OwnWebhook | null>(null);
  const [rotated, setRotated] = useState<OwnWebhook | null>(null);
  const [removed, setRemoved] = useState<OwnWebhook | null>(null);
  const [made, setMade] = useState<NewOwnWebhook | null>(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={OwnWebhookDialog.preload}
      onFocus={OwnWebhookDialog.preload}
      onClick={() => action.open(addAction)}
    >
      Add Webhook
    </Button>
  );
  const close = (): void => {
    setChanged(null);
    action.close();
  };
  return (
    <DeveloperFrame
      subtitle="Addresses of your servers that hear what became of payments"
      actions={
        <>
          <RefreshButton query={query} />
          {query.data?.length === 0 ? null : add}
        </>
      }
    >
      <AllOff webhooks={rows} />
      <ListStates
        query={query}
        isFiltered={false}
        onClear={clearFilters}
        failed={{ title: 'Error Loading Webhooks', message: loadFailure }}
        noneMatch={{ title: '' }}
        noneYet={{
          icon: <WebhookIcon />,
          title: 'No webhooks yet',
          hint: 'Add one if your server has a public address. Without one, ask for events with a key.',
          action: add,
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Webhooks"
            rows={rows}
            columns={ownWebhookColumns}
            rowKey={({ id }) => id}
            rowActions={(webhook) => (
              <WebhookActions
                webhook={webhook}
                onChange={setChanged}
                onRotate={setRotated}
                onRemove={setRemoved}
              />
            )}
          />
        )}
      </ListStates>
      {rows.length > 0 ? <OwnDeliveries webhooks={rows} /> : null}
      <OwnWebhookDialog
        open={changed !== null || action.value === addAction}
        webhook={changed}
        onClose={close}
        onSaved={(secret) => {
          close();
          if (secret) setMade(secret);
          else notify.success('Webhook saved');
        }}
      />
      <RotateSecretDialog
        webhook={rotated}
        onClose={() => setRotated(null)}
        onMade={(secret) => {
          setRotated(null);
          setMade(secret);
        }}
      />
      <NewSecretDialog made={made} onClose={() => setMade(null)} />
      <ConfirmAction
        subject={removed}
        change={useRemoveOwnWebhook()}
        input={({ id }) => id}
        title={(webhook) => `Remove ${webhookName(webhook)}?`}
        description="It is sent nothing any more, also not what is on its way. Its secret is deleted. This cannot be undone."
        confirmLabel="Remove Webhook"
        busyLabel="Removing..."
        done="Webhook removed"
        failed="Failed to remove the webhook"
        onClose={() => setRemoved(null)}
      />
    </DeveloperFrame>
  );
}

interface WebhookActionsProps {
  webhook: OwnWebhook;
  onChange: (webhook: OwnWebhook) => void;
  onRotate: (webhook: OwnWebhook) => void;
  onRemove: (webhook: OwnWebhook) => void;
}

function WebhookActions({ webhook, onChange, onRotate, onRemove }: WebhookActionsProps) {
  const name = webhookName(webhook);
  const test = useTestOwnWebhook();
  const send = async (): Promise<void> => {
    try {
      const { statusCode, error } = await test.mutateAsync(webhook.id);
      const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
      if (isGood) notify.success(`${name} answered ${statusCode}`);
      else notify.error(error ?? `${name} answered ${statusCode}`);
    } catch (error) {
      notify.error(errorText(error, 'Failed to send the test'));
    }
  };
  return (
    <>
      <IconButton
        size="sm"
        label={`Send a test to ${name}`}
        caption="Test"
        icon={<Send />}
        disabled={test.isPending}
        onClick={() => void send()}
      />
      <IconButton
        size="sm"
        label={`Change ${name}`}
        caption="Change"
        icon={<Pencil />}
        onClick={() => onChange(webhook)}
      />
      <IconButton
        size="sm"
        label={`Rotate the secret of ${name}`}
        caption="Rotate"
        icon={<RefreshCw />}
        onClick={() => onRotate(webhook)}
      />
      <IconButton
        size="sm"
        tone="danger"
        label={`Remove ${name}`}
        caption="Remove"
        icon={<Trash2 />}
        onClick={() => onRemove(webhook)}
      />
    </>
  );
}
