import { AccountFilter } from '../../features/accounts/account-filter.tsx';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { AllTransactionsScreen } from '../../features/transactions/all-transactions-screen.tsx';

export default function TransactionsPage() {
  return (
    <AllTransactionsScreen
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
      accountFilter={(companyId, value, onChange) => (
        <AccountFilter companyId={companyId} value={value} onChange={onChange} />
      )}
    />
  );
}
