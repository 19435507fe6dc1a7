import { useQuery } from '@tanstack/react-query';
import { repaymentRule } from '../../lib/debt-texts.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { debtQueries } from './debt-queries.ts';

/**
 * For people of a company that owes the provider: how much, why and how it is repaid. Nothing for other
 * companies, while it loads, or if it cannot be loaded: the page is usable without it.
 */
export function DebtNotice({ companyId }: { companyId: string }) {
  const canView = useCan('canViewAccounts');
  const canManage = useCan('canManageAccounts');
  const canSeeTransactions = useCan('canViewTransactions');
  const enabled = canView || canManage;
  const { data } = useQuery({ ...debtQueries.ofCompany(companyId), enabled });
  if (!data || !(data.owed > 0)) return null;
  const advance = data.movements.find(({ kind }) => kind === 'advance');
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={`Your company owes the provider UGX ${formatAmount(data.owed)}`}
    >
      <p>
        Money had left that the account did not have, so the provider advanced it
        {data.since ? (
          <>
            . Owed since <DateText value={data.since} format="shortTime" />
          </>
        ) : null}
        . {repaymentRule('your company')}
      </p>
      {advance ? (
        <p className="mt-1 text-13 wrap-anywhere">
          Last on <DateText value={advance.date} format="shortTime" />, UGX{' '}
          {formatAmount(advance.amount)} on {advance.accountName}: {advance.description}
        </p>
      ) : null}
      {canSeeTransactions ? (
        <Link
          to={paths.client.transactions({ search: 'the provider', range: 'all' })}
          className="mt-1 inline-block min-h-6 rounded-sm font-medium underline underline-offset-3"
        >
          Show advances and repayments
        </Link>
      ) : null}
    </Banner>
  );
}
