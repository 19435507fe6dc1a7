import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { ReportScreen } from '../../features/reports/report-screen.tsx';

export default function ReportsPage() {
  return (
    <ReportScreen
      companyFilter={(companyId, onChange) => (
        <CompanyPicker
          className="w-full sm:w-56"
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
