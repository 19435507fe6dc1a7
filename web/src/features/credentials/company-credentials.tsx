import type { Credential } from '@sente/contract/credentials';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { CredentialCard } from './credential-card.tsx';
import { DeleteCredentialsDialog, RegenerateDialog } from './credential-dialogs.tsx';

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
