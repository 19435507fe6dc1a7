import { AuditScreen } from '../../features/audit/audit-screen.tsx';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';

export default function AuditPage() {
  return (
    <AuditScreen
      of="platform"
      subtitle="Who did what, when and from where. Nothing here can be changed."
      companyFilter={(companyId, onChange) => (
        <CompanyPicker
          className="w-full sm:w-48"
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
