import { UserX } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

export function CompanyUserNotLoaded(failure: Failure) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<UserX />}
      missing={{
        title: 'User not found',
        heading: 'h2',
        hint: "The user you're looking for doesn't exist or has been removed.",
      }}
      failedTitle="Error Loading User"
      failedText="Failed to load user details"
      retryLabel="Try again"
      back={{ to: paths.client.users(), label: 'Back to Users' }}
      className="mb-4"
    />
  );
}
