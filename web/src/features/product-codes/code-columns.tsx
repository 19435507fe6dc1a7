import type { CodeState, ProductCode } from '@sente/contract/product-codes';
import { paths } from '../../lib/paths.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table.tsx';
import { stateOf } from './product-code-queries.ts';

const states: Record<CodeState, { label: string; tone: Tone }> = {
  free: { label: 'Available', tone: 'success' },
  reserved: { label: 'Reserved', tone: 'info' },
  used: { label: 'Used', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'warning' },
};

export function CodeStateBadge({ code }: { code: ProductCode }) {
  const { label, tone } = states[stateOf(code)];
  return <Badge tone={tone}>{label}</Badge>;
}

const linkClass = 'rounded-sm wrap-anywhere text-accent-text hover:underline';

/**
 * @param hrefFor the address of a code's panel.
 * @param productIdOf the record id of the product with this code, if it still exists.
 */
export const codeColumns = (
  hrefFor: (id: string) => string,
  productIdOf: (productType: string) => string | undefined,
): readonly Column<ProductCode>[] => [
  {
    key: 'code',
    header: 'Code',
    cell: ({ code, record_id }) => (
      <Link
        to={hrefFor(record_id)}
        data-row-link=""
        className="rounded-sm font-mono font-medium hover:underline"
      >
        {code}
      </Link>
    ),
  },
  {
    key: 'type',
    header: 'Product Type',
    spare: 2,
    phone: 'line',
    cell: ({ product_type }) => <ProductType type={product_type} id={productIdOf(product_type)} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (code) => <CodeStateBadge code={code} />,
  },
  {
    key: 'recorded',
    header: 'Record Date',
    spare: 1,
    phone: 'named',
    cell: ({ record_date }) => <DateText value={record_date} format="shortTime" />,
  },
  {
    key: 'used',
    header: 'Used Date',
    // The panel of the code has it.
    hideOnPhone: true,
    cell: ({ used_date }) => <DateText value={used_date} format="shortTime" empty="-" />,
  },
];

export function ProductType({ type, id }: { type: string; id: string | undefined }) {
  if (id === undefined) return <span className="wrap-anywhere">{type}</span>;
  return (
    <Link to={paths.client.internetProduct(id)} className={linkClass}>
      {type}
    </Link>
  );
}
