import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';

/** Below what an action would post: whose balances these are. */
export function BalancesNote() {
  return (
    <p className="text-13 text-muted">
      Balances of clearing, settlement, fees and suspense add up all companies, as in the{' '}
      <Link to={paths.accounting()} className="rounded-sm underline underline-offset-3">
        trial balance
      </Link>
      .
    </p>
  );
}
