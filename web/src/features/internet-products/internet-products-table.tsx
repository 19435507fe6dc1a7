import type { InternetProduct } from '@sente/contract/internet-products';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Money } from '../../ui/money.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { productsPerPage } from './internet-product-list.ts';
import { ProductStatusBadge, StockBadge } from './stock-badge.tsx';

const columns: readonly Column<InternetProduct>[] = [
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
    phone: 'named',
    cell: ({ recordDate }) => <DateText value={recordDate} />,
  },
];

interface InternetProductsTableProps {
  products: readonly InternetProduct[];
  loading: boolean;
  onDelete: (product: InternetProduct) => void;
  onRowIntent: (product: InternetProduct) => void;
  empty: ReactNode;
  footer: ReactNode;
}

export function InternetProductsTable({
  products,
  onDelete,
  ...table
}: InternetProductsTableProps) {
  return (
    <DataTable
      {...table}
      caption="Internet Products"
      columns={columns}
      rows={products}
      rowKey={({ recordId }) => recordId}
      rowHref={({ recordId }) => paths.client.internetProduct(recordId)}
      skeletonRows={productsPerPage}
      rowActions={(product) => (
        <>
          <IconLink
            size="sm"
            label={`View ${product.productName}`}
            icon={<Eye />}
            to={paths.client.internetProduct(product.recordId)}
          />
          <IconLink
            size="sm"
            label={`Edit ${product.productName}`}
            icon={<Pencil />}
            to={paths.client.internetProductEdit(product.recordId)}
          />
          <IconButton
            size="sm"
            tone="danger"
            label={`Delete ${product.productName}`}
            icon={<Trash2 />}
            onClick={() => onDelete(product)}
          />
        </>
      )}
    />
  );
}
