import { Construction } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';

interface NotBuiltPanelProps {
  /** The screen that will stand here. */
  title: string;
}

/** Honest about a screen that does not exist yet. */
export function NotBuiltPanel({ title }: NotBuiltPanelProps) {
  return (
    <section className="rounded-lg border bg-surface">
      <EmptyState
        icon={<Construction />}
        title={title}
        heading="h1"
        hint="This screen is not built yet."
        className="py-20"
      />
    </section>
  );
}
