import type { Credential } from '@sente/contract/credentials';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useDeleteCredentials, useRegenerateCredentials } from './credential-queries.ts';

interface CredentialDialogProps {
  open: boolean;
  onClose: () => void;
  credential: Credential;
  companyName: string;
}

/** Both ask first, and stay open with the reason when the server refuses. */
function useConfirmed(act: () => Promise<unknown>, texts: { done: string; failed: string }) {
  const [error, setError] = useState<string | null>(null);
  async function confirm(onDone: () => void): Promise<void> {
    setError(null);
    try {
      await act();
    } catch (cause) {
      const reason = errorText(cause, texts.failed);
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success(texts.done);
    onDone();
  }
  return { error, confirm, forget: () => setError(null) };
}

export function RegenerateDialog({
  open,
  onClose,
  credential,
  companyName,
}: CredentialDialogProps) {
  const { mutateAsync, isPending } = useRegenerateCredentials(credential.companyId);
  const { error, confirm, forget } = useConfirmed(() => mutateAsync(credential), {
    done: 'API credentials updated successfully',
    failed: 'Failed to update API credentials',
  });
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => confirm(close)}
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
  const { error, confirm, forget } = useConfirmed(() => mutateAsync(credential), {
    done: 'API credentials deleted successfully',
    failed: 'Failed to delete API credentials',
  });
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => confirm(close)}
      title={`Delete the API credentials of ${companyName}?`}
      description="Calls signed with these keys are refused at once. This action cannot be undone."
      confirmLabel="Delete Credentials"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
