import type { InternetProduct } from '@sente/contract/internet-products';
import { formatUgx } from '@sente/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Wifi } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import {
  fetchFailure,
  internetProductQueries,
} from '../internet-products/internet-product-queries.ts';
import { stockText } from '../internet-products/stock-badge.tsx';

interface ProductFieldProps extends Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'options' | 'placeholder'
> {
  products: readonly InternetProduct[];
}

/** What is for sale, with price and stock. */
export function ProductField({ products, ...select }: ProductFieldProps) {
  return (
    <SelectField
      {...select}
      label="Product"
      required
      placeholder="Select a product..."
      options={inStockFirst(products).map(({ productCode, productName, amount, stock }) => ({
        value: productCode,
        label: `${productName} · ${formatUgx(amount)} · ${stockText(stock)}`,
        disabled: stock === 0,
      }))}
    />
  );
}

/** What cannot be sold is at the end. */
function inStockFirst(products: readonly InternetProduct[]): readonly InternetProduct[] {
  return [
    ...products.filter(({ stock }) => stock > 0),
    ...products.filter(({ stock }) => stock === 0),
  ];
}

interface SellableProducts {
  /** The active products; undefined until there is at least one. */
  readonly products: readonly InternetProduct[] | undefined;
  /** Shown in the dialog instead of the form. */
  readonly instead: ReactNode;
}

export function useSellableProducts(companyId: string, isWanted: boolean): SellableProducts {
  const query = useQuery({ ...internetProductQueries.active(companyId), enabled: isWanted });
  const { data, failure } = queryState(query);
  if (data && data.length > 0) return { products: data, instead: null };
  return { products: undefined, instead: insteadOf(data !== undefined, failure) };
}

function insteadOf(isEmpty: boolean, failure: ReturnType<typeof queryState>['failure']): ReactNode {
  if (isEmpty) {
    return (
      <EmptyState
        className="py-6"
        icon={<Wifi />}
        title="Nothing to sell"
        hint="Your company has no active internet product."
        action={
          <ButtonLink to={paths.client.internetProducts()}>Go to Internet Products</ButtonLink>
        }
      />
    );
  }
  if (failure)
    return <ErrorPanel title="Error Loading Products" failure={failure} message={fetchFailure} />;
  return <SkeletonRows count={4} label="Loading products" />;
}
