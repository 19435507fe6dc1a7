import { useQuery } from '@tanstack/react-query';
import { FilterChoice, listChoiceClass } from '../../ui/filter-choice.tsx';
import { accountQueries } from './account-queries.ts';

interface AccountFilterProps {
  companyId: string;
  /** Empty for all. */
  value: string;
  onChange: (id: string) => void;
}

/** Narrows a list to an account of the company. Absent for a single account, and until they are known. */
export function AccountFilter({ companyId, value, onChange }: AccountFilterProps) {
  const { data = [] } = useQuery(accountQueries.ofCompany(companyId));
  if (data.length < 2 && value === '') return null;
  return (
    <FilterChoice
      label="Account"
      className={`${listChoiceClass} sm:max-w-56`}
      options={[
        { value: '', label: 'All Accounts' },
        ...data.map(({ id, accountName }) => ({ value: id, label: accountName })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
