import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { KeptChartCard } from './analytics-balances.tsx';
import { shareText } from './analytics-figures.ts';

const salesTitle = 'Sales by Product';
type Product = NonNullable<CompanyAnalytics['products']>[number];

interface ProductSalesProps {
  analytics: CompanyAnalytics;
  className?: string | undefined;
}

/** What was sold in the chosen days; each row leads to its sales. */
export default function ProductSales({ analytics, className }: ProductSalesProps) {
  const { products, startDate, endDate } = analytics;
  if (products === undefined) return null;
  if (products === null) {
    return <KeptChartCard title={salesTitle} of="products" className={className} />;
  }
  const whole = sumUgx(...products.map(({ amount }) => amount));
  const hrefOf = ({ id }: Product) =>
    paths.client.apiTransactions({
      productId: id,
      status: 'SUCCESS',
      range: 'custom',
      from: startDate,
      to: endDate,
    });
  return (
    <Card
      title={salesTitle}
      description="Completed sales before fees, without reversed ones, the most money first"
      className={className}
      flush={products.length > 0}
    >
      {products.length === 0 ? (
        <EmptyState
          className="py-4!"
          title="Nothing was sold in this time"
          hint="Vouchers that are sold through the portal, a till or the payments API show here."
        />
      ) : (
        <DataTable
          // The card has the border.
          className="border-none! [&_th]:rounded-none!"
          caption={salesTitle}
          columns={columnsFor(whole)}
          rows={products}
          rowKey={({ id }) => id}
          rowHref={hrefOf}
          empty={null}
        />
      )}
    </Card>
  );
}

function columnsFor(whole: number): readonly Column<Product>[] {
  return [
    {
      key: 'product',
      header: 'Product',
      primary: true,
      isTwoLine: true,
      cell: ({ name, code }) => (
        <>
          <span className="wrap-anywhere">{name}</span>
          <span className="block text-13 font-normal text-muted">{code}</span>
        </>
      ),
    },
    {
      key: 'sales',
      header: 'Sales',
      align: 'right',
      phone: 'named',
      className: 'tabular',
      cell: ({ sales }) => formatAmount(sales),
    },
    {
      key: 'amount',
      header: 'Gross',
      align: 'right',
      phone: 'aside',
      cell: ({ amount }) => <Money amount={amount} className="font-medium" />,
    },
    {
      key: 'share',
      header: 'Share',
      align: 'right',
      phone: 'named',
      className: 'tabular text-muted',
      cell: ({ amount }) => shareText(amount, whole),
    },
  ];
}
