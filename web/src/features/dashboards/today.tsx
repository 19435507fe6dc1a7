import type { AdminStatistics, HourFigures } from '@sente/contract/admin-statistics';
import { formatUgx } from '@sente/contract/money';
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { ChartCard, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { BarChart } from '../../ui/charts/late-charts.tsx';
import { inMillions } from '../../ui/charts/money-flow.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatFigure, StatList } from '../../ui/stat-card.tsx';

type Days = Pick<AdminStatistics, 'today' | 'weekBefore'>;

interface TodayProps extends Days {
  /** Beside the chart, where there is room. */
  children: ReactNode;
}

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' });

/**
 * Today so far beside the same weekday of the week before. Only whole hours are compared, so that the figures
 * do not plunge after midnight.
 */
export function Today({ today, weekBefore, children }: TodayProps) {
  if (today.hours.length === 0) return <div className="mb-6">{children}</div>;
  const whole = today.hours.length - 1;
  const before = `last ${weekday.format(Date.parse(weekBefore.date))}`;
  const cards = [
    [
      'Money in today',
      <ArrowDownLeft key="" />,
      'credits',
      { type: 'credit', status: 'completed' },
    ],
    ['Money out today', <ArrowUpRight key="" />, 'debits', { type: 'debit', status: 'completed' }],
    ['Transactions today', <ArrowLeftRight key="" />, 'transactions', { status: 'completed' }],
    ['Failed today', <CircleAlert key="" />, 'failed', { status: 'failed' }],
  ] as const;
  const changes = cards.map(([, , figure]) =>
    changeOf(
      sumOf(today.hours.slice(0, whole), figure),
      sumOf(weekBefore.hours.slice(0, whole), figure),
    ),
  );
  return (
    <section aria-labelledby="today" className="mb-6">
      <h2 id="today" className="sr-only">
        Today
      </h2>
      <StatList>
        {cards.map(([label, icon, figure, filters], at) => (
          <StatCard
            key={label}
            label={label}
            icon={icon}
            value={<StatFigure>{shown(figure, sumOf(today.hours, figure))}</StatFigure>}
            change={changes[at]}
            to={paths.transactions({ range: 'today', ...filters })}
          />
        ))}
      </StatList>
      <p className="mt-2 text-13 text-muted">{comparisonText(changes, whole, before)}</p>
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <HoursChart today={today} weekBefore={weekBefore} before={before} />
        {children}
      </div>
    </section>
  );
}

/** Said once for all cards. */
function comparisonText(
  changes: readonly (string | undefined)[],
  whole: number,
  before: string,
): string {
  if (whole === 0) return 'The day has just begun.';
  const then = `${before} until ${clockOf(whole)}`;
  if (changes.every((change) => change === undefined)) return `There was nothing ${then}.`;
  const missing = nouns.filter((_, at) => changes[at] === undefined);
  const none = missing.length === 0 ? '' : ` There was ${nonesText(missing)} then.`;
  return `Compared with ${then}.${none}`;
}

/** Of the cards, in their order. */
const nouns = ['money in', 'money out', 'transaction', 'failure'] as const;

/** "no money out and no failure". */
function nonesText(missing: readonly string[]): string {
  const nones = missing.map((noun) => `no ${noun}`);
  return [nones.slice(0, -1).join(', '), ...nones.slice(-1)].filter(Boolean).join(' and ');
}

const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function sumOf(hours: readonly HourFigures[], figure: keyof HourFigures): number {
  return sumUgx(...hours.map((hour) => hour[figure]));
}

function shown(figure: keyof HourFigures, value: number): ReactNode {
  return figure === 'credits' || figure === 'debits' ? (
    <Money amount={value} />
  ) : (
    formatAmount(value)
  );
}

/** "12% more", "8% less", "no more or less"; undefined if there was nothing to compare with. */
function changeOf(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'no more or less';
  return `${formatAmount(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'}`;
}

function HoursChart({ today, weekBefore, before }: Days & { before: string }) {
  const series = [
    { name: 'Today', color: 'var(--accent)' },
    { name: before.charAt(0).toUpperCase() + before.slice(1), color: 'var(--line-strong)' },
  ];
  const points = weekBefore.hours.map((then, hour) => {
    const values = [today.hours[hour]?.credits ?? 0, then.credits];
    return {
      label: clockOf(hour),
      title: `${clockOf(hour)} to ${clockOf(hour + 1)}`,
      values,
      figures: series.map(({ name, color }, at) => ({
        label: name,
        color,
        text: formatUgx(values[at] ?? 0),
      })),
    };
  });
  return (
    <ChartCard
      title="Money in by the hour"
      description="Completed, before fees, by the hour of the request in Kampala"
      empty={
        points.every(({ values }) => values.every((value) => value === 0))
          ? { title: 'Nothing yet', hint: `No money came in today, and none ${before}.` }
          : undefined
      }
      table={{
        columns: ['Hour', ...series.map(({ name }) => name)],
        rows: points.map(({ title, figures }) => [title, ...figures.map(({ text }) => text)]),
      }}
      legend={<SeriesLegend series={series} />}
    >
      <BarChart
        retryLabel="Try Again"
        title="Money in by the hour"
        series={series}
        points={points}
        widestBarPx={16}
        {...inMillions}
      />
    </ChartCard>
  );
}
