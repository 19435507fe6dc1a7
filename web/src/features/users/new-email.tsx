import type { User } from '@sente/contract/users';
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

/** Below an email that is replaced once the new one is confirmed, whoever entered it. */
export function NewEmail({ email }: { email: string | null | undefined }) {
  if (!email) return null;
  return (
    <span className="block text-13 wrap-anywhere text-muted">
      {`Waits for confirmation of ${email} by the link that we sent there`}
    </span>
  );
}
