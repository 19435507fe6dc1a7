import { DaysCard } from '../../features/accounting/days-card.tsx';
import { GeneralLedgerCard } from '../../features/accounting/general-ledger-card.tsx';
import { MonthsCard } from '../../features/accounting/months-card.tsx';
import { TrialBalanceCard } from '../../features/accounting/trial-balance-card.tsx';
import { TaxesCard } from '../../features/fees/taxes-card.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';

const state = { filters: { day: { fallback: '' }, account: { fallback: '' } } } as const;

export default function AccountingPage() {
  const { filters, setFilters } = useUrlState(state);
  return (
    <>
      <PageHeader
        back={{ to: paths.reports(), label: 'Back to Reports' }}
        title="Accounting"
        subtitle="Trial balance, general ledger, closed days, months and taxes"
      />
      <div className="flex flex-col gap-4">
        <TrialBalanceCard day={filters.day} onDay={(day) => setFilters({ day, account: '' })} />
        {/* Right below the rows that lead to it. */}
        <GeneralLedgerCard day={filters.day} account={filters.account} />
        <DaysCard />
        <MonthsCard />
        <TaxesCard />
      </div>
    </>
  );
}
