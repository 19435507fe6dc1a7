import { LimitsView } from '../../features/limits/limits-view.tsx';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const heading = {
  title: 'Limits',
  subtitle: 'What your company may move, and what it has used. The provider sets the limits.',
};

export default function LimitsPage() {
  const companyId = useCompanyId();
  const canBlock = useCan('canManageCompany');
  if (!companyId) return <NoCompany {...heading} failure="Failed to load limits" />;
  return (
    <>
      <PageHeader {...heading} />
      <LimitsView companyId={companyId} canChangeLimits={false} canBlock={canBlock} />
    </>
  );
}
