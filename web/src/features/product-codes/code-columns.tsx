import type { InternetProduct } from '@sente/contract/internet-products';
import type { CodeState, ProductCode } from '@sente/contract/product-codes';
import { Ban, ReceiptText } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
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
 * @param productOf the product with this code, if it still exists.
 * @param hrefOfSale the payment that sold a code; undefined if the reader may not see payments.
 */
export const codeColumns = (
  hrefFor: (id: string) => string,
  productOf: (productType: string) => InternetProduct | undefined,
  hrefOfSale: ((paymentId: string) => string) | undefined,
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
    isTwoLine: true,
    className: 'max-w-72',
    cell: ({ product_type }) => {
      const product = productOf(product_type);
      return (
        <>
          <ProductType type={product_type} id={product?.recordId} />
          <span className="block text-xs wrap-anywhere text-muted">{product?.productName}</span>
        </>
      );
    },
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
    phone: 'named',
    cell: ({ used_date, payment_id }) => {
      const date = <DateText value={used_date} format="shortTime" empty="-" />;
      if (!used_date || !payment_id || !hrefOfSale) return date;
      return (
        <Link to={hrefOfSale(payment_id)} className={linkClass}>
          {date}
        </Link>
      );
    },
  },
];

interface CodeActionsProps {
  code: ProductCode;
  /** Undefined: the reader may not see payments. */
  hrefOfSale: ((paymentId: string) => string) | undefined;
  /** Undefined: the reader may only view codes. */
  onWithdraw: (() => void) | undefined;
}

/** The sale of a used one; a free one can be taken out of sale. */
export function CodeActions({ code, hrefOfSale, onWithdraw }: CodeActionsProps) {
  const state = stateOf(code);
  if (code.payment_id && hrefOfSale) {
    return (
      <IconLink
        size="sm"
        label={`Sale of ${code.code}`}
        caption="Sale"
        icon={<ReceiptText />}
        to={hrefOfSale(code.payment_id)}
      />
    );
  }
  if (state !== 'free' || !onWithdraw) return null;
  return (
    <IconButton
      size="sm"
      label={`Withdraw ${code.code}`}
      caption="Withdraw"
      icon={<Ban />}
      onClick={onWithdraw}
    />
  );
}

export function ProductType({ type, id }: { type: string; id: string | undefined }) {
  if (id === undefined) return <span className="wrap-anywhere">{type}</span>;
  return (
    <Link to={paths.client.internetProduct(id)} className={linkClass}>
      {type}
    </Link>
  );
}
