import { useQuery } from '@tanstack/react-query';
import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { attentionQueries } from '../../features/dashboards/attention-queries.ts';
import { lateChosen } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const waiting = <SkeletonRows count={4} />;
const PaymentsToDecide = lateChosen(
  () => import('../../features/approvals/payments-to-decide-tab.tsx'),
  {
    waiting,
  },
);
const UnknownPayments = lateChosen(
  () => import('../../features/approvals/unknown-payments-tab.tsx'),
  {
    waiting,
  },
);

export default function ApprovalsPage() {
  const { data } = useQuery(attentionQueries.now());
  const labelOf = (text: string, count: number | undefined) =>
    count ? `${text} (${count})` : text;
  return (
    <ApprovalsScreen
      portal="admin"
      subtitle="What one person asked for and another one decides"
      others={[
        {
          id: 'payments',
          label: labelOf('Payments to decide', data?.paymentReviews),
          content: <PaymentsToDecide />,
        },
        {
          id: 'unknown',
          label: labelOf('Unknown payments', data?.openNotices),
          content: <UnknownPayments />,
        },
      ]}
      companyFilter={(companyId, onChange) => (
        <CompanyPicker
          className="w-full sm:w-64"
          label="Company"
          hideLabel
          noneLabel="All Companies"
          value={companyId}
          onChange={onChange}
        />
      )}
    />
  );
}
