import { Funnel } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import { fallbackOf, type FilterSpec } from '../lib/url-state.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';

type Specs = Readonly<Record<string, FilterSpec>>;
type Values = Readonly<Record<string, string>>;

interface PhoneFiltersProps {
  /** All filters of the address, to count those that differ from their defaults. */
  spec: { readonly filters: Specs };
  values: Values;
  children: ReactNode;
}

/** On a phone a button folds the filters away, so that the rows begin on the first screen. */
export function PhoneFilters({ spec, values, children }: PhoneFiltersProps) {
  if (!useMediaQuery(phoneQuery)) return children;
  return (
    <Folded label="Filters" count={activeCount(spec.filters, values)}>
      {children}
    </Folded>
  );
}

interface FoldedProps {
  label: string;
  /** How many of them narrow the list. */
  count: number;
  children: ReactNode;
}

export function Folded({ label, count, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <Button
        icon={<Funnel />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}{' '}
        {count === 0 ? null : (
          <Badge tone="info">
            {count} <span className="sr-only">active</span>
          </Badge>
        )}
      </Button>
      {isOpen ? (
        <div id={panelId} className="flex w-full flex-wrap gap-2">
          {children}
        </div>
      ) : null}
    </>
  );
}

/** Both ends of the amounts are one filter, and so are the days with their range. */
export function activeCount(specs: Specs, values: Values): number {
  const one: Values = { max: 'min', from: 'range', to: 'range' };
  const active = Object.entries(specs).flatMap(([name, spec]) =>
    (values[name] ?? '') === fallbackOf(spec) ? [] : [one[name] ?? name],
  );
  return new Set(active).size;
}
