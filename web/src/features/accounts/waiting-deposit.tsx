import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { waitingQuery } from '../../ui/waiting-requests.tsx';

/** For staff: a deposit that is not in the balance yet. Nothing while none waits, or if that is unknown. */
export function WaitingDeposit({ account: { id } }: { account: Account }) {
  const { data } = useQuery(waitingQuery({ kind: 'deposit', accountId: id }));
  const [deposit] = data?.rows ?? [];
  if (!deposit) return null;
  return (
    <p className="mt-3 text-13">
      <Link to={paths.approval(deposit.id)} className="link rounded-sm">
        <Money amount={deposit.amount} /> waits for a second person
      </Link>
    </p>
  );
}
