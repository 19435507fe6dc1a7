import { accessLinks } from '@sente/contract/access-links';
import type { FactorProof } from '@sente/contract/own-factor';
import type { User } from '@sente/contract/users';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useHandedOver } from './use-handed-over.tsx';
import { withProof } from '../factors/ask-for-proof.ts';
import { nameOf } from './user.ts';

interface PasswordLinkDialogProps {
  open: boolean;
  /** Null if it is closed. */
  user: User | null;
  onClose: () => void;
}

const whatHappens =
  "It works once, for one hour, and ends all sessions when it is used. For seven days you and they cannot approve each other's requests.";

/** Asks before a link for a new password is made for somebody else. */
export default function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const make = useChange({
    send: async (id: string) => {
      const send = (body: FactorProof) =>
        call(accessLinks.sendPasswordLink, { params: { id }, body });
      return (await withProof(send)).data;
    },
    invalidates: [],
  });
  const { isByHand, change, dialog } = useHandedOver(make);

  return (
    <>
      <ConfirmAction
        subject={user}
        change={change}
        input={(asked) => asked}
        title={(asked) =>
          isByHand
            ? `Make a password link for ${nameOf(asked)}?`
            : `Send a password link to ${nameOf(asked)}?`
        }
        description={({ email }) =>
          isByHand
            ? `This installation sends no mail: you get the link and hand it over. Make sure that it is really them who asked. ${whatHappens}`
            : `The link for a new password goes to ${email}. ${whatHappens}`
        }
        confirmLabel={isByHand ? 'Make Link' : 'Send Link'}
        busyLabel={isByHand ? 'Making Link...' : 'Sending...'}
        tone="primary"
        done={({ email }, { link }) =>
          link === null ? `The link is on its way to ${email}` : 'The link is made'
        }
        failed="Failed to send the link"
        onClose={onClose}
      />
      {dialog}
    </>
  );
}
