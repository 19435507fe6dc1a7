import { Compass } from 'lucide-react';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Replaces a page that does not exist. */
export default function PageNotFound({ home }: { home: string }) {
  return (
    <section className="rounded-lg border bg-surface">
      <EmptyState
        icon={<Compass />}
        title="Page not found"
        heading="h1"
        hint="There is no page at this address."
        action={<ButtonLink to={home}>Back to Dashboard</ButtonLink>}
        className="py-20"
      />
    </section>
  );
}
