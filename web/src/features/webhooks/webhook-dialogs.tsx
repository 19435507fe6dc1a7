import type { Webhook } from '@sente/contract/webhooks';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useRemoveWebhook, useReplaceSecret } from './webhook-queries.ts';

interface WebhookDialogProps {
  open: boolean;
  onClose: () => void;
  companyId: string;
  companyName: string;
  webhook: Webhook | null;
}

export function ReplaceSecretDialog(props: WebhookDialogProps) {
  const { open, onClose, companyId, companyName, webhook } = props;
  const { mutateAsync, isPending } = useReplaceSecret(companyId);
  const { error, close, confirm } = useConfirmed({
    subject: open ? webhook : null,
    act: mutateAsync,
    done: 'Webhook secret replaced successfully',
    failed: 'Failed to replace webhook secret',
    onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={confirm}
      title={`Replace the webhook secret of ${companyName}?`}
      description="Events are signed with the new secret at once. The company refuses them until it has put the new one into its systems; they are sent again for days."
      confirmLabel="Replace Secret"
      busyLabel="Replacing..."
      busy={isPending}
      error={error}
    />
  );
}

export function RemoveWebhookDialog(props: WebhookDialogProps) {
  const { open, onClose, companyId, companyName, webhook } = props;
  const { mutateAsync, isPending } = useRemoveWebhook(companyId);
  const { error, close, confirm } = useConfirmed({
    subject: open ? webhook : null,
    act: mutateAsync,
    done: 'Webhook removed successfully',
    failed: 'Failed to remove webhook',
    onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={confirm}
      title={`Remove the webhook of ${companyName}?`}
      description="The company is told nothing any more, also not what is on its way. A webhook that is set later has another secret."
      confirmLabel="Remove Webhook"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
