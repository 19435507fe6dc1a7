import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useArrivedAt } from '../api/arrivals.ts';
import { key } from '../api/keys.ts';
import type { Query } from '../api/query-state.ts';
import { Button } from './button.tsx';

/** Takes no space: the rows stay where they are until the person wants the new ones. */
export function NewRows({ noun, query }: { noun: string; query: Query<unknown> }) {
  const arrivedAt = useArrivedAt(noun);
  const client = useQueryClient();
  const hasNew = arrivedAt > query.dataUpdatedAt && !query.isFetching;
  return (
    <div
      role="status"
      className="sticky top-(--sticky-top) z-10 flex h-0 items-start justify-center"
    >
      {hasNew ? (
        // Around the button, which moves by itself when it is pressed.
        <div className="-translate-y-1/2">
          <Button
            size="sm"
            variant="primary"
            className="shadow-float"
            icon={<ArrowUp />}
            onClick={() => client.invalidateQueries({ queryKey: key(noun) })}
          >
            Show new rows
          </Button>
        </div>
      ) : null}
    </div>
  );
}
