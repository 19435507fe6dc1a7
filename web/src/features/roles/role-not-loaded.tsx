import { ShieldOff } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

interface RoleNotLoadedProps extends Failure {
  /** What did not load, if more than the role. */
  title?: string | undefined;
}

export function RoleNotLoaded({ title = 'Failed to load roles', ...failure }: RoleNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<ShieldOff />}
      missing={{
        title: 'Role not found',
        heading: 'h2',
        hint: 'It may have been deleted in the meantime.',
      }}
      failedTitle={title}
      back={{ to: paths.roles(), label: 'Back to Roles' }}
      className="mb-4"
    />
  );
}
