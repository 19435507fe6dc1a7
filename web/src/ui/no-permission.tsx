import { LockKeyhole } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';

interface NoPermissionProps {
  heading: string;
  text: string;
}

/** Stands in place of a page that the user's roles do not open. */
export function NoPermission({ heading, text }: NoPermissionProps) {
  return (
    <section className="rounded-lg border bg-surface">
      <EmptyState
        icon={<LockKeyhole />}
        title={heading}
        heading="h1"
        hint={text}
        className="py-20"
      />
    </section>
  );
}
