import type { User } from '@sente/contract/users';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';

const PasswordLinkDialog = lateWindow(() => import('./password-link-dialog.tsx'));

/** On the page of somebody else who can sign in, and may have forgotten the password. */
export function PasswordLinkButton({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<KeyRound />} onClick={() => setIsAsking(true)}>
        Send Password Link
      </Button>
      <PasswordLinkDialog
        open={isAsking}
        user={isAsking ? user : null}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
