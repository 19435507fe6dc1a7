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
