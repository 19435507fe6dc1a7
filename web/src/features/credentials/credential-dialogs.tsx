import type { Credential } from '@sente/contract/credentials';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useDeleteCredentials, useRegenerateCredentials } from './credential-queries.ts';

interface CredentialDialogProps {
  open: boolean;
  onClose: () => void;
  credential: Credential;
  companyName: string;
}

export function RegenerateDialog({
  open,
  onClose,
  credential,
  companyName,
}: CredentialDialogProps) {
  const { mutateAsync, isPending } = useRegenerateCredentials(credential.companyId);
  const { error, close, confirm } = useConfirmed({
    subject: open ? credential : null,
    act: mutateAsync,
    done: 'API credentials updated successfully',
    failed: 'Failed to update API credentials',
    onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={confirm}
      title={`Regenerate the API credentials of ${companyName}?`}
      description="The present channel ID and secret key stop working at once. The company has to put the new ones into its systems before its calls are accepted again."
      confirmLabel="Regenerate"
      busyLabel="Regenerating..."
      busy={isPending}
      error={error}
    />
  );
}

export function DeleteCredentialsDialog({
  open,
  onClose,
  credential,
  companyName,
}: CredentialDialogProps) {
  const { mutateAsync, isPending } = useDeleteCredentials(credential.companyId);
  const { error, close, confirm } = useConfirmed({
    subject: open ? credential : null,
    act: mutateAsync,
    done: 'API credentials deleted successfully',
    failed: 'Failed to delete API credentials',
    onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={confirm}
      title={`Delete the API credentials of ${companyName}?`}
      description="Calls signed with these keys are refused at once. This action cannot be undone."
      confirmLabel="Delete Credentials"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
