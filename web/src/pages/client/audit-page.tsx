import { AuditScreen } from '../../features/audit/audit-screen.tsx';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';

const subtitle =
  'What your people and the provider did in your company. Nothing here can be changed.';

export default function AuditPage() {
  const companyId = useCompanyId();
  if (companyId) return <AuditScreen of={{ companyId }} subtitle={subtitle} />;
  return <NoCompany title="Audit Log" subtitle={subtitle} failure="Failed to load the audit log" />;
}
