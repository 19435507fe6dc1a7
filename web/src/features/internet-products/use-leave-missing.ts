import { useEffect } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import type { QueryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { notify } from '../../ui/toast.tsx';

export const detailsFailure = 'Failed to fetch product details';

/** A product that cannot be loaded redirects to the list. One that is already shown stays. */
export function useLeaveMissing({ data, failure }: QueryState<unknown>): void {
  const navigate = useNavigate();
  const isMissing = failure !== undefined && data === undefined;
  useEffect(() => {
    if (!isMissing) return;
    notify.error(detailsFailure, { id: detailsFailure });
    navigate(paths.client.internetProducts(), { replace: true });
  }, [isMissing, navigate]);
}
