import type { CompanyDetails as Company } from '@sente/contract/companies';
import { useQuery } from '@tanstack/react-query';
import { Banknote, CirclePause, CirclePlay, Gauge, Landmark, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { CompanyDetails } from '../../features/companies/company-details.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { DeleteCompanyDialog } from '../../features/companies/delete-company-dialog.tsx';
import { CompanyDebt } from '../../features/debts/company-debt.tsx';
import { CompanyFees } from '../../features/fees/company-fees.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Allowed } from '../../session/allowed.tsx';
import { useCan } from '../../session/permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { late, lateChosen, lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WaitingOfCompany } from '../../ui/waiting-requests.tsx';

/** The page shows the company first and does not wait for what is below. */
const CompanyOverview = late(() => import('../../features/companies/company-overview.tsx'), {
  waiting: <Skeleton className="h-[40rem] rounded-lg" />,
});
const CompanyLimits = lateChosen(() => import('../../features/limits/company-limits.tsx'));
const CompanyRecentTransactions = late(
  () => import('../../features/transactions/company-recent-transactions.tsx'),
);
const AuditCard = lateChosen(() => import('../../features/audit/audit-card.tsx'));
const CompanyApiTransactions = lateChosen(
  () => import('../../features/api-transactions/company-api-transactions.tsx'),
);
const CompanyProducts = lateChosen(
  () => import('../../features/internet-products/company-products.tsx'),
);
const CompanyLinks = lateChosen(() => import('../../features/payment-links/company-links.tsx'));
const CompanyTills = lateChosen(() => import('../../features/tills/company-tills.tsx'));
const CompanyTestMode = lateChosen(() => import('../../features/test-mode/company-test-mode.tsx'));
const SuspendDialog = lateWindow(() => import('../../features/companies/suspend-dialog.tsx'));
const StopPayoutsDialog = lateWindow(
  () => import('../../features/payout-brakes/stop-payouts-dialog.tsx'),
);

type Asked = 'delete' | 'suspend' | 'stop-payouts';

export default function CompanyDetailsPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: company, failure, isLoading } = queryState(useQuery(companyQueries.details(id)));
  const [asking, setAsking] = useState<Asked | null>(null);
  usePageTitle(company?.name);

  return (
    <>
      <PageHeader
        title={company?.name ?? 'Company Details'}
        back={{ to: paths.companies(), label: 'Back to Companies' }}
        media={
          company ? (
            <LogoImage src={company.logo ?? company.logoUrl} size="lg" />
          ) : isLoading ? (
            <Skeleton className="size-14 rounded-lg" />
          ) : null
        }
        meta={company ? <StateBadge company={company} /> : null}
        actions={company ? <Actions company={company} onAsk={setAsking} /> : null}
      />
      {isLoading ? (
        <Card title="Company Information">
          <SkeletonRows count={6} label="Loading company" />
        </Card>
      ) : null}
      {failure ? <CompanyNotLoaded {...failure} className="mb-4" /> : null}
      {company ? (
        <div className="flex flex-col gap-4">
          {company.suspension ? (
            <Banner tone="danger" title="Suspended: no new payments and accounts">
              Since <DateText value={company.suspension.at} format="shortTime" />.{' '}
              {company.suspension.reason}
            </Banner>
          ) : null}
          <WaitingOfCompany companyId={company.id} />
          <Parts company={company} />
        </div>
      ) : null}
      <DeleteCompanyDialog
        company={asking === 'delete' && company ? company : null}
        onClose={() => setAsking(null)}
        onDeleted={() => navigate(paths.companies())}
      />
      <SuspendDialog
        open={asking === 'suspend'}
        company={company}
        onClose={() => setAsking(null)}
      />
      <StopPayoutsDialog
        open={asking === 'stop-payouts'}
        company={company ?? null}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

function StateBadge({ company: { suspension, payoutBrake, status } }: { company: Company }) {
  if (suspension) return <Badge tone="danger">Suspended</Badge>;
  if (payoutBrake) return <Badge tone="danger">Payouts stopped</Badge>;
  return status === 'Active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="warning">No active account</Badge>
  );
}

const partState = {
  filters: {
    tab: ['overview', 'payments', 'products', 'links', 'tills', 'terms', 'test', 'history'],
  },
} as const;

const parts = [
  { id: 'overview', label: 'Overview' },
  { id: 'payments', label: 'API Transactions' },
  { id: 'products', label: 'Products' },
  { id: 'links', label: 'Payment Links' },
  { id: 'tills', label: 'Tills' },
  { id: 'terms', label: 'Fees and Limits' },
  { id: 'test', label: 'Test Mode' },
  { id: 'history', label: 'History' },
] as const;

/** One part at a time, named in the address. */
function Parts({ company }: { company: Company }) {
  const { filters, setFilter } = useUrlState(partState);
  // Visitors of the open demo are not told who else was there.
  const isVisitor = useSession()?.user.isVisitor ?? false;
  const shown = isVisitor && filters.tab === 'history' ? 'overview' : filters.tab;
  const { id, name } = company;
  return (
    <Tabs
      label="Parts of the company"
      tabs={isVisitor ? parts.filter((part) => part.id !== 'history') : parts}
      value={shown}
      onChange={(tab) => setFilter('tab', tab)}
    >
      <div className="flex flex-col gap-4">
        {
          {
            overview: (
              <CompanyOverview
                companyId={id}
                below={<CompanyRecentTransactions companyId={id} />}
                aside={<CompanyDetails company={company} />}
              />
            ),
            payments: <CompanyApiTransactions companyId={id} />,
            products: <CompanyProducts companyId={id} />,
            links: <CompanyLinks companyId={id} />,
            tills: <CompanyTills companyId={id} />,
            terms: (
              <>
                <CompanyDebt companyId={id} />
                <CompanyFees companyId={id} companyName={name} />
                <CompanyLimits companyId={id} />
              </>
            ),
            test: <CompanyTestMode companyId={id} />,
            history: <CompanyHistory companyId={id} />,
          }[shown]
        }
      </div>
    </Tabs>
  );
}

function CompanyHistory({ companyId }: { companyId: string }) {
  return (
    <AuditCard
      title="History"
      description="What was done about this company, by whom"
      portal="staff"
      of={{ companyId }}
      pageSize={10}
      retryLabel="Try Again"
      actions={
        <Link
          to={paths.audit({ companyId, range: 'all' })}
          className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
        >
          Audit log
        </Link>
      }
    />
  );
}

interface ActionsProps {
  company: Company;
  onAsk: (what: Asked) => void;
}

/** The main things as buttons; the other pages of the company and its brakes in a menu. */
function Actions({ company, onAsk }: ActionsProps) {
  const { id, suspension, payoutBrake } = company;
  const mayStop = useCan('staffMoney') && !payoutBrake;
  const maySuspend = useCan('staffCompanies');
  const pause = <CirclePause />;
  return (
    <>
      <MoreButton
        items={[
          { label: 'Settlements', icon: <Banknote />, to: paths.companySettlements(id) },
          ...(mayStop || maySuspend ? (['separator'] as const) : []),
          ...(mayStop
            ? [{ label: 'Stop Payouts', icon: pause, onSelect: () => onAsk('stop-payouts') }]
            : []),
          ...(maySuspend
            ? [
                suspension
                  ? { label: 'Resume', icon: <CirclePlay />, onSelect: () => onAsk('suspend') }
                  : { label: 'Suspend', icon: pause, onSelect: () => onAsk('suspend') },
              ]
            : []),
        ]}
      />
      <ButtonLink icon={<Gauge />} to={paths.companyLimits(id)}>
        Limits
      </ButtonLink>
      <ButtonLink icon={<Landmark />} to={paths.companyAccounts(id)}>
        View Accounts
      </ButtonLink>
      <Allowed to="staffCompanies">
        <ButtonLink icon={<Pencil />} to={paths.companyEdit(id)}>
          Edit Company
        </ButtonLink>
        <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => onAsk('delete')}>
          Delete Company
        </Button>
      </Allowed>
    </>
  );
}
