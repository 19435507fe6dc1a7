import { LockKeyhole } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface NoPermissionProps {
  heading: string;
  text: string;
}

/** Stands in place of a page of the client portal that the user's roles do not open. */
export function NoPermission({ heading, text }: NoPermissionProps) {
  return (
    <section className="rounded-lg border bg-surface">
      <EmptyState
        icon={<LockKeyhole />}
        title={heading}
        heading="h1"
        hint={text}
        action={<ButtonLink to={paths.client.home()}>Back to Dashboard</ButtonLink>}
        className="py-20"
      />
    </section>
  );
}
