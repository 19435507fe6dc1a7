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
      options={sellableFirst(products).map((product) => ({
        value: product.productCode,
        label: [product.productName, formatUgx(product.amount), stateText(product)].join(' · '),
        disabled: !isSellable(product),
      }))}
    />
  );
}

function isSellable({ amount, stock }: InternetProduct): boolean {
  return stock > 0 && Number.isInteger(amount);
}

function stateText({ amount, stock }: InternetProduct): string {
  return Number.isInteger(amount) ? stockText(stock) : 'price has cents';
}

function sellableFirst(products: readonly InternetProduct[]): readonly InternetProduct[] {
  return products.toSorted((a, b) => Number(isSellable(b)) - Number(isSellable(a)));
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
