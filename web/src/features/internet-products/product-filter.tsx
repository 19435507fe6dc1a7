import { useQuery } from '@tanstack/react-query';
import { FilterChoice, listChoiceClass } from '../../ui/filter-choice.tsx';
import { internetProductQueries } from './internet-product-queries.ts';

interface ProductFilterProps {
  companyId: string;
  /** Empty for all. */
  value: string;
  onChange: (id: string) => void;
}

/** Narrows a list to the sales of a product. Absent for a company that sells none, and until they are known. */
export default function ProductFilter({ companyId, value, onChange }: ProductFilterProps) {
  const { data = [] } = useQuery(
    internetProductQueries.list(companyId, { search: '', status: '' }),
  );
  if (data.length === 0 && value === '') return null;
  const isGone = value !== '' && data.every(({ recordId }) => recordId !== value);
  return (
    <FilterChoice
      label="Product"
      className={`${listChoiceClass} sm:max-w-56`}
      options={[
        { value: '', label: 'All Products' },
        ...data.map(({ recordId, productName }) => ({ value: recordId, label: productName })),
        ...(isGone ? [{ value, label: 'A deleted product' }] : []),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
