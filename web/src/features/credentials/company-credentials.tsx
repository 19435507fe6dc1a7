import type { Credential } from '@sente/contract/credentials';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CredentialCard } from './credential-card.tsx';
import {
  useCreateCredentials,
  useDeleteCredentials,
  useRegenerateCredentials,
  useToggleCredentials,
} from './credential-queries.ts';

interface CompanyCredentialsProps {
  credential: Credential;
  companyName: string;
  /** Why the secret cannot be shown, if so. */
  message: string | null;
}

/** The credential set of a company and its actions. */
export function CompanyCredentials({ credential, companyName, message }: CompanyCredentialsProps) {
  const [asking, setAsking] = useState<'deactivate' | 'regenerate' | 'delete' | null>(null);
  const shared = { input: (set: Credential) => set, onClose: () => setAsking(null) };
  return (
    <div className="flex flex-col gap-4">
      <Banner>
        Only one credential set is allowed per company. Delete the existing credentials before
        creating a new one.
      </Banner>
      {credential.isReadable ? null : (
        <Banner tone="warning" title="The secret key cannot be shown">
          {message}
        </Banner>
      )}
      <CredentialCard
        credential={credential}
        onDeactivate={() => setAsking('deactivate')}
        onRegenerate={() => setAsking('regenerate')}
        onDelete={() => setAsking('delete')}
      />
      <ConfirmAction
        {...shared}
        subject={asking === 'deactivate' ? credential : null}
        change={useToggleCredentials(credential.companyId)}
        title={() => `Deactivate the API credentials of ${companyName}?`}
        description="Calls signed with these keys are refused at once, until the set is activated again. Payments under way still complete."
        confirmLabel="Deactivate"
        busyLabel="Deactivating..."
        done="API credentials deactivated successfully"
        failed="Failed to deactivate API credentials"
      />
      <ConfirmAction
        {...shared}
        subject={asking === 'regenerate' ? credential : null}
        change={useRegenerateCredentials(credential.companyId)}
        title={() => `Regenerate the API credentials of ${companyName}?`}
        description="The present channel ID and secret key stop working at once. The company has to put the new ones into its systems before its calls are accepted again."
        confirmLabel="Regenerate"
        busyLabel="Regenerating..."
        done="API credentials updated successfully"
        failed="Failed to update API credentials"
      />
      <ConfirmAction
        {...shared}
        subject={asking === 'delete' ? credential : null}
        change={useDeleteCredentials(credential.companyId)}
        title={() => `Delete the API credentials of ${companyName}?`}
        description="Calls signed with these keys are refused at once. This action cannot be undone."
        confirmLabel="Delete Credentials"
        busyLabel="Deleting..."
        done="API credentials deleted successfully"
        failed="Failed to delete API credentials"
      />
    </div>
  );
}

export function NoCredentials({ companyId }: { companyId: string }) {
  const create = useCreateCredentials(companyId);
  return (
    <Card flush>
      <EmptyState
        icon={<KeyRound />}
        title="No API credentials yet."
        hint="With a channel ID and a secret key the company's own systems can sign their calls to the API."
        action={
          <ChangeButton
            change={create}
            input={undefined}
            done={() => 'API credentials created successfully'}
            failed="Failed to create API credentials"
            variant="primary"
            icon={<Plus />}
            busyLabel="Creating..."
          >
            Create Credentials
          </ChangeButton>
        }
      />
    </Card>
  );
}
