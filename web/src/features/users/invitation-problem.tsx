import type { User } from '@sente/contract/users';
import { Banner } from '../../ui/banner.tsx';

/** Above an invited person whose invitation did not arrive. */
export function InvitationProblem({ user }: { user: User }) {
  const { invitationProblem: problem, isActive, email } = user;
  // The specification of the API lists a user without this field.
  if (!problem || !isActive) return null;
  return (
    <Banner
      className="mb-4"
      tone={problem.isFinal ? 'danger' : 'warning'}
      title={
        problem.isFinal
          ? `The invitation to ${email} could not be delivered`
          : `The invitation to ${email} is not delivered yet`
      }
    >
      {problem.reason}.{' '}
      {problem.isFinal
        ? 'Correct the address, or send the invitation again.'
        : 'It is tried again by itself for a day.'}
    </Banner>
  );
}
