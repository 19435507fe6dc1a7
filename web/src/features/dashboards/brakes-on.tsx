import { useQuery } from '@tanstack/react-query';
import { useLocation } from '../../lib/router.tsx';
import { paths } from '../../lib/paths.ts';
import { lateChosen } from '../../ui/late.tsx';
import { attentionQueries } from './attention-queries.ts';

const BrakesPanel = lateChosen(() => import('./brakes-panel.tsx'), {
  waiting: null,
  failed: () => null,
});

/** On every page of the back-office while payouts are stopped; its own pages say more, and the status says the same of a brake on all. */
export function BrakesOn() {
  const { pathname } = useLocation();
  const { data } = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  const brakes = data?.payoutBrakes ?? [];
  const isSaid =
    pathname.startsWith(paths.payoutBrakes()) ||
    (pathname === paths.systemStatus() && brakes[0]?.company === null);
  return brakes.length > 0 && !isSaid ? <BrakesPanel brakes={brakes} /> : null;
}
