import type { InternetProduct } from '@sente/contract/internet-products';
import { Eye, Pencil, Trash2, Upload } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import type { Sort } from '../../lib/url-state.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { ProductStatusBadge, StockBadge, stockLevel } from './stock-badge.tsx';

export const productSorts = ['stock', 'name', 'amount'] as const;
export const stockFilters = ['', 'low', 'out'] as const;

/** Those with few vouchers left, or none; an empty filter means all. */
export function withStock(
  products: readonly InternetProduct[],
  stock: (typeof stockFilters)[number],
): readonly InternetProduct[] {
  if (stock === '') return products;
  return products.filter((product) => {
    const level = stockLevel(product);
    return level === 'out' || level === stock;
  });
}

/** By stock: what is for sale before what is not, so that what has run out comes first. */
export function sortProducts(
  products: readonly InternetProduct[],
  { key, direction }: Sort<(typeof productSorts)[number]>,
): readonly InternetProduct[] {
  const sign = direction === 'asc' ? 1 : -1;
  const compare: Record<typeof key, (a: InternetProduct, b: InternetProduct) => number> = {
    stock: (a, b) => Number(b.active) - Number(a.active) || sign * (a.stock - b.stock),
    name: (a, b) => sign * a.productName.localeCompare(b.productName),
    amount: (a, b) => sign * (a.amount - b.amount),
  };
  return products.toSorted(
    (a, b) => compare[key](a, b) || a.productName.localeCompare(b.productName),
  );
}

export const productColumns: readonly Column<InternetProduct>[] = [
  {
    key: 'code',
    header: 'Product Code',
    phone: 'line',
    className: 'min-w-36! max-w-64',
    cell: ({ productCode }) => <span className="wrap-anywhere">{productCode}</span>,
  },
  {
    key: 'name',
    header: 'Product Name',
    primary: true,
    sortable: true,
    className: 'min-w-48 max-w-96',
    cell: ({ productName }) => (
      <span className="line-clamp-2 wrap-anywhere" title={productName}>
        {productName}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    sortable: true,
    phone: 'aside',
    align: 'right',
    cell: ({ amount }) => <Money amount={amount} className="font-medium" />,
  },
  {
    key: 'stock',
    header: 'Stock',
    sortable: true,
    phone: 'line',
    align: 'right',
    cell: (product) => <StockBadge product={product} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: ({ active }) => <ProductStatusBadge active={active} />,
  },
  {
    key: 'created',
    header: 'Created',
    spare: 1,
    phone: 'named',
    cell: ({ recordDate }) => <DateText value={recordDate} />,
  },
];

interface ProductActionsProps {
  product: InternetProduct;
  /** Both undefined: the reader may only view products. */
  onUpload: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

export function ProductActions({ product, onUpload, onDelete }: ProductActionsProps) {
  const { recordId, productName } = product;
  return (
    <>
      {onUpload ? (
        <IconButton
          size="sm"
          label={`Upload codes of ${productName}`}
          caption="Upload codes"
          icon={<Upload />}
          onClick={onUpload}
        />
      ) : null}
      <IconLink
        size="sm"
        label={`View ${productName}`}
        caption="View"
        icon={<Eye />}
        to={paths.client.internetProduct(recordId)}
      />
      {onDelete ? (
        <>
          <IconLink
            size="sm"
            label={`Edit ${productName}`}
            caption="Edit"
            icon={<Pencil />}
            to={paths.client.internetProductEdit(recordId)}
          />
          <IconButton
            size="sm"
            tone="danger"
            label={`Delete ${productName}`}
            caption="Delete"
            icon={<Trash2 />}
            onClick={onDelete}
          />
        </>
      ) : null}
    </>
  );
}
