import type { ProductCode } from '@sente/contract/product-codes';
import { useRef, useState, type ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { isUsed } from './product-code-queries.ts';

/** Ten thousand rows at once would make every click slow. */
const rowsAtATime = 100;

interface ProductCodesTableProps {
  codes: readonly ProductCode[];
  loading: boolean;
  /** The record id of the product with this code, if it still exists. */
  productIdOf: (productType: string) => string | undefined;
  empty: ReactNode;
}

/** The first rows, and more on demand. Filters apply to all loaded rows. */
export function ProductCodesTable({ codes, productIdOf, ...table }: ProductCodesTableProps) {
  const [shown, setShown] = useState(rowsAtATime);
  return (
    <DataTable
      {...table}
      caption="Product Codes"
      columns={columnsWith(productIdOf)}
      rows={codes.slice(0, shown)}
      rowKey={({ record_id }) => record_id}
      skeletonRows={10}
      footer={
        codes.length > rowsAtATime ? (
          <ShowMore
            shown={Math.min(shown, codes.length)}
            total={codes.length}
            onMore={() => setShown(shown + rowsAtATime)}
          />
        ) : null
      }
    />
  );
}

const columnsWith = (
  productIdOf: ProductCodesTableProps['productIdOf'],
): readonly Column<ProductCode>[] => [
  { key: 'code', header: 'Code', isTwoLine: true, cell: (code) => <Code code={code} /> },
  {
    key: 'type',
    header: 'Product Type',
    phone: 'line',
    cell: ({ product_type }) => <ProductType type={product_type} id={productIdOf(product_type)} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (code) => (isUsed(code) ? <Badge>Used</Badge> : <Badge tone="success">Available</Badge>),
  },
  {
    key: 'recorded',
    header: 'Record Date',
    phone: 'named',
    cell: ({ record_date }) => <DateText value={record_date} format="shortTime" />,
  },
  {
    key: 'used',
    header: 'Used Date',
    phone: 'named',
    cell: ({ used_date }) => <DateText value={used_date} format="shortTime" empty="-" />,
  },
];

function Code({ code: { code, record_id } }: { code: ProductCode }) {
  return (
    <span className="block min-w-0">
      <span className="tabular block font-medium wrap-anywhere">{code}</span>
      <span className="tabular block text-xs font-normal wrap-anywhere text-muted">
        ID: {record_id}
      </span>
    </span>
  );
}

function ProductType({ type, id }: { type: string; id: string | undefined }) {
  if (id === undefined) return <span className="wrap-anywhere">{type}</span>;
  return (
    <Link
      to={paths.client.internetProduct(id)}
      className="rounded-sm wrap-anywhere text-accent-text hover:underline"
    >
      {type}
    </Link>
  );
}

interface ShowMoreProps {
  shown: number;
  total: number;
  onMore: () => void;
}

function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const [showing, all] = [shown, total].map((count) => count.toLocaleString('en-US'));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p ref={line} role="status" tabIndex={-1} className="tabular text-13 text-muted">
        {shown < total ? `Showing ${showing} of ${all} codes` : `All ${all} codes are shown`}
      </p>
      {shown < total ? (
        <Button
          size="sm"
          onClick={() => {
            onMore();
            // The last press removes the button, and the focus with it.
            if (shown + rowsAtATime >= total) line.current?.focus();
          }}
        >
          Show more
        </Button>
      ) : null}
    </div>
  );
}
