import type { User } from '@sente/contract/users';
import { MailX, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import type { AskedInvitation } from './invitation.ts';

export const InvitationDialog = lateWindow(() => import('./invitation-dialog.tsx'));

/** On the page of an invited user. */
export function InvitationButtons({ user }: { user: User }) {
  const [what, setWhat] = useState<AskedInvitation['what'] | null>(null);
  return (
    <>
      <Button icon={<Send />} onClick={() => setWhat('resend')}>
        Resend Invitation
      </Button>
      {user.invitationState === 'open' ? (
        <Button icon={<MailX />} onClick={() => setWhat('revoke')}>
          Revoke Invitation
        </Button>
      ) : null}
      <InvitationDialog
        open={what !== null}
        asked={what && { user, what }}
        onClose={() => setWhat(null)}
      />
    </>
  );
}
