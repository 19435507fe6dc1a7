import type { Account } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

/** For staff: a deposit that is not in the balance yet. Nothing while none waits, or if that is unknown. */
export function WaitingDeposit({ account: { id, companyId } }: { account: Account }) {
  const request = { tab: 'open', kind: 'deposit', companyId, page: '1', pageSize: '100' } as const;
  const { data } = useQuery({
    queryKey: keys.approvals.list(request),
    queryFn: ({ signal }) =>
      call(approvals.list, { query: request, signal, read: readList('Failed to load approvals') }),
  });
  const deposit = data?.data.find(({ accountId }) => accountId === id);
  if (!deposit) return null;
  return (
    <p className="mt-3 text-13">
      <Link to={paths.approval(deposit.id)} className="link rounded-sm">
        <Money amount={deposit.amount} /> waits for a second person
      </Link>
    </p>
  );
}
