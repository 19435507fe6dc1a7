import { accessLinks } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { ChangeButton } from '../../ui/change-button.tsx';
import { useSendsMail } from './sends-mail.ts';
import { nameOf } from './user.ts';

interface OtherEmailHintProps {
  user: User;
  /** As the form has it now. */
  isActive: boolean;
}

/** Below a new email that is typed for somebody else: what happens when it is saved. */
export function OtherEmailHint({ user, isActive }: OtherEmailHintProps) {
  const sendsMail = useSendsMail();
  if (user.isPending) {
    return isActive
      ? 'The former link stops working, and a new invitation goes to this address.'
      : 'The invitation goes to this address when the user is activated.';
  }
  if (!isActive) return 'Counts at once: somebody who is inactive cannot confirm it.';
  if (sendsMail === false) {
    return 'Counts at once: no mail can be sent to confirm it. Type it with care.';
  }
  return `Counts once ${user.firstName || nameOf(user)} opens the link that we send to it. Until then ${user.email} stays.`;
}

interface NewEmailProps {
  user: Pick<User, 'id' | 'newEmail'>;
  canWithdraw: boolean;
}

/** Below an email that is replaced once the new one is confirmed, whoever entered it. */
export function NewEmail({ user: { id, newEmail }, canWithdraw }: NewEmailProps) {
  const withdraw = useChange({
    send: (userId: string) => call(accessLinks.withdrawEmail, { params: { id: userId } }),
    invalidates: [keys.users.lists, keys.users.allDetails],
    after: ['success', 'outdated'],
  });
  if (!newEmail) return null;
  return (
    <span className="block text-13 wrap-anywhere text-muted">
      {`Waits for confirmation of ${newEmail} by the link that we sent there`}
      {canWithdraw ? (
        <ChangeButton
          className="mt-1.5 flex"
          size="sm"
          change={withdraw}
          input={id}
          done={() => 'The new email was withdrawn'}
          failed="Failed to withdraw the new email"
        >
          Withdraw
        </ChangeButton>
      ) : null}
    </span>
  );
}
