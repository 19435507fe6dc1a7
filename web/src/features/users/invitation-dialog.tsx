import { accessLinks } from '@sente/contract/access-links';
import type { FactorProof } from '@sente/contract/own-factor';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { onItsWayText, type AskedInvitation } from './invitation.ts';
import { useHandedOver } from './use-handed-over.tsx';
import { withProof } from '../factors/ask-for-proof.ts';
import { nameOf } from './user.ts';

interface InvitationDialogProps {
  open: boolean;
  /** Null if it is closed. */
  asked: AskedInvitation | null;
  onClose: () => void;
}

/** Asks before an invitation is sent again or revoked. */
export default function InvitationDialog({ asked, onClose }: InvitationDialogProps) {
  const invite = useInvite();
  const { isByHand, change, dialog } = useHandedOver(invite);

  return (
    <>
      <ConfirmAction
        subject={asked?.what === 'resend' ? asked.user : null}
        change={change}
        input={(user) => user}
        title={(user) =>
          isByHand
            ? `Make a new link for ${nameOf(user)}?`
            : `Send the invitation to ${nameOf(user)} again?`
        }
        description={({ email }) =>
          isByHand
            ? 'This installation sends no mail: you get the link and hand it over. It works for 72 hours. The former link stops working.'
            : `It goes to ${email} and works for 72 hours. The former link stops working.`
        }
        confirmLabel={isByHand ? 'Make Link' : 'Resend Invitation'}
        busyLabel={isByHand ? 'Making Link...' : 'Sending...'}
        tone="primary"
        done={(user, { link }) =>
          link === null ? onItsWayText(user) : 'The invitation has a new link'
        }
        failed="Failed to send the invitation"
        onClose={onClose}
      />
      <ConfirmAction
        subject={asked?.what === 'revoke' ? asked.user : null}
        change={useRevokeInvitation()}
        input={({ id }) => id}
        title={(user) => `Revoke the invitation of ${nameOf(user)}?`}
        description="The link stops working at once. The person stays in the list and can be invited again."
        confirmLabel="Revoke Invitation"
        busyLabel="Revoking..."
        done="Invitation revoked"
        failed="Failed to revoke the invitation"
        onClose={onClose}
      />
      {dialog}
    </>
  );
}

function useInvite() {
  return useChange({
    send: async (id: string) => {
      const send = (body: FactorProof) => call(accessLinks.invite, { params: { id }, body });
      return (await withProof(send)).data;
    },
    invalidates: (id) => [keys.users.lists, keys.users.details(id)],
  });
}

function useRevokeInvitation() {
  return useChange({
    send: (id: string) => call(accessLinks.revoke, { params: { id } }),
    invalidates: (id) => [keys.users.lists, keys.users.details(id)],
  });
}
