import { UserX } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

const shared = { icon: <UserX />, className: 'mb-4' };
const missing = { title: 'User not found', heading: 'h2' } as const;

interface UserNotLoadedProps extends Failure {
  /** What did not load, if more than the user. */
  title?: string | undefined;
}

export function UserNotLoaded({
  title = 'Failed to load user details',
  ...failure
}: UserNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      {...shared}
      missing={{ ...missing, hint: 'It may have been deleted, or its company archived.' }}
      failedTitle={title}
      back={{ to: paths.users(), label: 'Back to Users' }}
    />
  );
}

export function CompanyUserNotLoaded(failure: Failure) {
  return (
    <RecordNotLoaded
      {...failure}
      {...shared}
      missing={{
        ...missing,
        hint: "The user you're looking for doesn't exist or has been removed.",
      }}
      failedTitle="Error Loading User"
      failedText="Failed to load user details"
      retryLabel="Try again"
      back={{ to: paths.client.users(), label: 'Back to Users' }}
    />
  );
}
