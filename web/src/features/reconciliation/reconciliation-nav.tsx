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
      <ul className="flex gap-1">
        {parts.map(({ id, label, to }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className={cn(
                '-mb-px flex h-10 items-center border-b-2 px-3 font-medium',
                id === current
                  ? 'border-accent text-ink'
                  : 'border-transparent text-muted hover:text-ink',
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
