import type { SentLink } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';
import { useState } from 'react';
import type { ConfirmActionProps } from '../../ui/confirm-action.tsx';
import HandOverDialog from './hand-over-dialog.tsx';
import type { HandedOver } from './invitation.ts';
import { useSendsMail } from './sends-mail.ts';
import { nameOf } from './user.ts';

/** By the id of a user. */
type LinkChange = ConfirmActionProps<User, string, SentLink>['change'];

/**
 * Makes a link for a person: mailed, or, where no mail can be sent, handed over in a dialog that stays open after
 * the question.
 */
export function useHandedOver({ isPending, mutateAsync }: LinkChange) {
  const [toHandOver, setToHandOver] = useState<HandedOver | null>(null);

  async function send(user: User): Promise<SentLink> {
    const sent = await mutateAsync(user.id);
    if (sent.link !== null) setToHandOver({ name: nameOf(user), ...sent, link: sent.link });
    return sent;
  }

  return {
    /** Whether whoever asks has to pass on the link. */
    isByHand: useSendsMail() === false,
    change: { isPending, mutateAsync: send },
    dialog: (
      <HandOverDialog
        open={toHandOver !== null}
        handedOver={toHandOver}
        onClose={() => setToHandOver(null)}
      />
    ),
  };
}
