import { ChevronRight } from 'lucide-react';
import { useWayBack } from '../lib/way-back.ts';
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
              <CrumbLink to={item.to} label={item.label} />
            ) : (
              <span aria-current="page" className="min-w-0 py-0.5 wrap-anywhere text-ink">
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

/** To a list as it was left. */
function CrumbLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={useWayBack(to)} className="rounded-sm py-0.5 hover:text-ink hover:underline">
      {label}
    </Link>
  );
}
