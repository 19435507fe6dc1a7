import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';

const parts = [
  { id: 'days', label: 'Days', to: paths.reconciliation() },
  { id: 'cases', label: 'Cases', to: paths.reconciliationCases() },
  { id: 'statements', label: 'Statements', to: paths.statements() },
] as const;

/** Between the pages of the reconciliation. */
export function ReconciliationNav({ current }: { current: (typeof parts)[number]['id'] }) {
  return (
    <nav aria-label="Reconciliation" className="mb-5 border-b">
      <ul className="flex gap-5">
        {parts.map(({ id, label, to }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className={cn(
                'relative flex h-10 items-center rounded-sm font-medium focus-visible:-outline-offset-2',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
                id === current ? 'text-ink after:bg-accent-text' : 'text-muted hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
