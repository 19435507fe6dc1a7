import { ChevronRight } from 'lucide-react';
import { Link } from './link.tsx';

interface Crumb {
  label: string;
  /** Undefined for the last one, the current page. */
  to?: string | undefined;
}

export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-13 text-muted">
        {items.map((item, index) => (
          <li key={`${item.label}-${index}`} className="flex min-w-0 items-center gap-1">
            {item.to ? (
              <Link to={item.to} className="rounded-sm py-0.5 hover:text-ink hover:underline">
                {item.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate py-0.5 text-ink">
                {item.label}
              </span>
            )}
            {/* If the breadcrumb wraps, the arrow ends the first line. */}
            {index < items.length - 1 ? (
              <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 opacity-70" />
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
