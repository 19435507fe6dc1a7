import { accessLinks, type SentLink } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import HandOverDialog from './hand-over-dialog.tsx';
import type { HandedOver } from './invitation.ts';
import { useSendsMail } from './sends-mail.ts';
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
    send: async (id: string) => (await call(accessLinks.sendPasswordLink, { params: { id } })).data,
    invalidates: [],
  });
  const isByHand = useSendsMail() === false;
  const [toHandOver, setToHandOver] = useState<HandedOver | null>(null);

  async function send(asked: User): Promise<SentLink> {
    const sent = await make.mutateAsync(asked.id);
    if (sent.link !== null) setToHandOver({ name: nameOf(asked), ...sent, link: sent.link });
    return sent;
  }

  return (
    <>
      <ConfirmAction
        subject={user}
        change={{ isPending: make.isPending, mutateAsync: send }}
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
      <HandOverDialog
        open={toHandOver !== null}
        handedOver={toHandOver}
        onClose={() => setToHandOver(null)}
      />
    </>
  );
}
