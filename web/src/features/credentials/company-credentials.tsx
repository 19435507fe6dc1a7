import type { Credential } from '@sente/contract/credentials';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { CredentialCard } from './credential-card.tsx';
import { useDeleteCredentials, useRegenerateCredentials } from './credential-queries.ts';

interface CompanyCredentialsProps {
  credential: Credential;
  companyName: string;
  /** Why the secret cannot be shown, when it cannot. */
  message: string | null;
}

/** The one set of a company and what can be done with it. */
export function CompanyCredentials({ credential, companyName, message }: CompanyCredentialsProps) {
  const [asking, setAsking] = useState<'regenerate' | 'delete' | null>(null);
  const dialog = { credential, companyName, onClose: () => setAsking(null) };
  return (
    <div className="flex flex-col gap-4">
      <Banner>
        Only one credential set is allowed per company. Delete the existing credentials before
        creating a new one.
      </Banner>
      {credential.secretKey === null ? (
        <Banner tone="warning" title="The secret key cannot be shown">
          {message}
        </Banner>
      ) : null}
      <CredentialCard
        credential={credential}
        onRegenerate={() => setAsking('regenerate')}
        onDelete={() => setAsking('delete')}
      />
      <RegenerateDialog open={asking === 'regenerate'} {...dialog} />
      <DeleteCredentialsDialog open={asking === 'delete'} {...dialog} />
    </div>
  );
}

interface CredentialDialogProps {
  open: boolean;
  onClose: () => void;
  credential: Credential;
  companyName: string;
}

function RegenerateDialog({ open, onClose, credential, companyName }: CredentialDialogProps) {
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

function DeleteCredentialsDialog({
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
