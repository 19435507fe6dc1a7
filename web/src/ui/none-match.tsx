import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface NoneMatchProps {
  title: string;
  icon?: ReactNode;
  onClear: () => void;
  /** Beside Clear Filters. */
  more?: ReactNode;
}

/** There may be some, but none that pass the search and the filters. */
export function NoneMatch({ title, icon, onClear, more }: NoneMatchProps) {
  return (
    <EmptyState
      icon={icon ?? <SearchX />}
      title={title}
      hint="Try adjusting your search or filters."
      action={
        <>
          <Button onClick={onClear}>Clear Filters</Button>
          {more}
        </>
      }
    />
  );
}
