import { UserX } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

interface UserNotLoadedProps extends Failure {
  /** What did not load, when it is more than the user. */
  title?: string | undefined;
  className?: string | undefined;
}

export function UserNotLoaded({
  title = 'Failed to load user details',
  ...failure
}: UserNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<UserX />}
      missing={{
        title: 'User not found',
        heading: 'h2',
        hint: 'It may have been deleted, or its company archived.',
      }}
      failedTitle={title}
      back={{ to: paths.users(), label: 'Back to Users' }}
    />
  );
}
