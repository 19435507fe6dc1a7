import type { InternetProduct } from '@sente/contract/internet-products';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { ProductStatusBadge, StockBadge } from './stock-badge.tsx';

export const productColumns: readonly Column<InternetProduct>[] = [
  {
    key: 'code',
    header: 'Product Code',
    className: 'min-w-36! max-w-64',
    cell: ({ productCode }) => <span className="wrap-anywhere">{productCode}</span>,
  },
  {
    key: 'name',
    header: 'Product Name',
    phone: 'line',
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
    phone: 'aside',
    align: 'right',
    cell: ({ amount }) => <Money amount={amount} className="font-medium" />,
  },
  {
    key: 'stock',
    header: 'Stock',
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
  /** Undefined: the reader may only view products. */
  onDelete: (() => void) | undefined;
}

export function ProductActions({ product, onDelete }: ProductActionsProps) {
  const { recordId, productName } = product;
  return (
    <>
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
