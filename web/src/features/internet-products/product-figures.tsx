import type { InternetProduct, ProductFigures as Figures } from '@sente/contract/internet-products';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { ChartCard, ChartCardSkeleton } from '../../ui/charts/chart-card.tsx';
import { BarChart } from '../../ui/charts/late-charts.tsx';
import { dayWords } from '../../ui/charts/money-flow.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { StatCard, StatList } from '../../ui/stat-card.tsx';
import { internetProductQueries } from './internet-product-queries.ts';

interface ProductFiguresProps {
  product: InternetProduct;
  /** The list of its codes, if the reader's portal has one. */
  codesPath?: string | undefined;
}

/** How many codes of a product there are, and what was sold of it day by day. */
export default function ProductFigures({ product, codesPath }: ProductFiguresProps) {
  const query = useQuery(internetProductQueries.figures(product.recordId));
  const { data, failure } = queryState(query);
  return (
    <section aria-label="Codes and sales" className="flex flex-col gap-4">
      {failure ? <ErrorPanel title="Failed to load codes and sales" failure={failure} /> : null}
      {failure && !data ? null : (
        <Codes
          codesPath={codesPath}
          codes={data?.codes}
          lasts={data?.sales ? lastsText(product.stock, data.sales) : undefined}
        />
      )}
      {data?.sales ? <Sales sales={data.sales} stock={product.stock} /> : null}
      {data || failure ? null : <ChartCardSkeleton title="Sales" />}
    </section>
  );
}

const states = [
  ['free', 'Available', 'can be sold'],
  ['reserved', 'Reserved', 'for payments under way'],
  ['sold', 'Sold', 'since the first upload'],
  ['withdrawn', 'Withdrawn', 'taken out of sale'],
] as const;

interface CodesProps extends Pick<ProductFiguresProps, 'codesPath'> {
  codes: Figures['codes'] | undefined;
  /** How long what is available lasts. */
  lasts: string | undefined;
}

function Codes({ codesPath, codes, lasts }: CodesProps) {
  return (
    <StatList>
      {states.map(([state, label, note]) => (
        <StatCard
          key={state}
          label={label}
          loading={codes === undefined}
          value={(codes?.[state] ?? 0).toLocaleString('en-US')}
          note={state === 'free' && lasts ? `lasts ${lasts}` : note}
          to={state === 'free' ? codesPath : undefined}
        />
      ))}
    </StatList>
  );
}

const series = [{ name: 'Sold', color: 'var(--accent)' }];
const columns = ['Date', 'Sold', 'Amount'];

interface SalesProps {
  sales: NonNullable<Figures['sales']>;
  /** Vouchers that can still be sold. */
  stock: number;
}

function Sales({ sales, stock }: SalesProps) {
  const count = sales.reduce((sum, day) => sum + day.count, 0);
  const amount = sumUgx(...sales.map((day) => day.amount));
  const lasts = lastsText(stock, sales);
  return (
    <ChartCard
      title="Sales"
      description={`The last 30 days: ${count.toLocaleString('en-US')} sold for ${ugxText(amount)}, before fees, without reversed ones.${lasts ? ` At this pace the ${stock.toLocaleString('en-US')} left last ${lasts}.` : ''}`}
      empty={
        count > 0
          ? undefined
          : {
              title: 'No sales in the last 30 days',
              hint: 'They show here as soon as a code is paid for.',
            }
      }
      table={{
        caption: 'day by day',
        columns,
        rows: sales.map((day) => [dayWords.long(day.date), String(day.count), ugxText(day.amount)]),
      }}
    >
      <BarChart
        title="Sales per day"
        series={series}
        points={sales.map((day) => ({
          label: dayWords.short(day.date),
          title: dayWords.long(day.date),
          values: [day.count],
          figures: [
            { label: 'Sold', text: day.count.toLocaleString('en-US') },
            { label: 'Amount', text: ugxText(day.amount) },
          ],
        }))}
        widestBarPx={24}
        formatValue={(value) => value.toLocaleString('en-US')}
        smallestStep={1}
      />
    </ChartCard>
  );
}

/** When new codes are needed, if the next days are like these: "until about Dec 20". */
function lastsText(stock: number, sales: NonNullable<Figures['sales']>): string | undefined {
  const sold = sales.reduce((sum, day) => sum + day.count, 0);
  if (stock === 0 || sold === 0) return undefined;
  const left = Math.max(1, Math.round((stock * sales.length) / sold));
  // Further off, a pace of a month says nothing.
  if (left > 366) return 'for more than a year';
  return `until about ${dayWords.long(kampalaDay(-left))}`;
}

function ugxText(amountUgx: number): string {
  return `UGX ${formatAmount(amountUgx)}`;
}
