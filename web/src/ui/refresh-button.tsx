import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';

interface RefreshButtonProps {
  /** The query to refetch; filters stay as they are. */
  query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  size?: 'sm' | 'md';
}

export function RefreshButton({ query, size = 'md' }: RefreshButtonProps) {
  return (
    <Button
      size={size}
      icon={<RotateCw />}
      busy={query.isFetching}
      busyLabel="Loading..."
      onClick={() => query.refetch()}
    >
      Refresh
    </Button>
  );
}

/** For a page with several queries: what it shows of those whose keys begin so. */
export function useRefresh(queryKey: QueryKey): RefreshButtonProps['query'] {
  const client = useQueryClient();
  const filters = { queryKey, type: 'active' } as const;
  return {
    isFetching: useIsFetching(filters) > 0,
    refetch: () => client.refetchQueries(filters),
  };
}
