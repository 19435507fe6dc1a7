import {
  feeOf,
  type FeeDirection,
  feeDirections,
  type FeeRule,
  type FeeSchedule,
} from '@sente/contract/fees';
import { formatUgx } from '@sente/contract/money';
import { maxPaymentAmount } from '@sente/contract/payments';
import { chargeOf, describeRate, type TaxRate } from '@sente/contract/taxes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money, NoAmount } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { directionLabels, isFree, ruleText, sortFees } from './fee-labels.ts';
import { feeQueries } from './fee-queries.ts';
import { taxQueries } from './tax-queries.ts';

const free: FeeRule = { kind: 'percent', percent: 0, minimum: null, maximum: null };

/** What is behind each, since a company knows its payers and not our words. */
const whatItIs: Record<FeeDirection, string> = {
  collection: 'Payments to you, MTN and Airtel alike',
  payout: 'Payments from you, MTN and Airtel alike',
  settlement: 'Transfers to your bank account',
};

interface OwnFeesProps {
  companyId: string;
  /** That of the company or, without one, of the platform; undefined while unknown. */
  settlementRule: FeeRule | undefined;
}

/** What a company pays, as it sees it itself: read only, with an example. */
export default function OwnFees({ companyId, settlementRule }: OwnFeesProps) {
  const fees = queryState(useQuery(feeQueries.ofCompany(companyId)));
  const taxes = queryState(useQuery(taxQueries.all()));
  const failure = fees.failure ?? taxes.failure;
  return (
    <Card
      title="Fees"
      description="What your company pays for each mobile-money payment and settlement"
    >
      {fees.isLoading || taxes.isLoading ? <SkeletonRows count={3} label="Loading fees" /> : null}
      {failure ? (
        <ErrorPanel title="Failed to load fees" failure={failure} retryLabel="Try Again" />
      ) : null}
      {fees.data && taxes.data ? (
        <Terms fees={fees.data} taxes={taxes.data} settlementRule={settlementRule} />
      ) : null}
    </Card>
  );
}

interface TermsProps {
  fees: readonly FeeSchedule[];
  taxes: readonly TaxRate[];
  settlementRule: FeeRule | undefined;
}

interface Term {
  readonly direction: FeeDirection;
  readonly rule: FeeRule;
  /** Earlier payments may have cost something else; undefined for a rule of the platform. */
  readonly since: string | undefined;
  readonly taxes: readonly TaxRate[];
}

function Terms({ fees, taxes, settlementRule }: TermsProps) {
  const [typed, setTyped] = useState('10,000');
  const amount = readAmount(typed);
  const isExample = Number.isInteger(amount) && amount >= 1 && amount <= maxPaymentAmount;
  const { current, planned } = sortFees(fees);
  const charged = taxes.filter(({ isCurrent, percent }) => isCurrent && percent > 0);
  const terms = feeDirections.flatMap((direction): Term[] => {
    const { rule: own, effectiveFrom: since } = current[direction] ?? {};
    const rule = direction === 'settlement' ? (settlementRule ?? own) : (own ?? free);
    const its = charged.filter(
      (tax) => tax.direction === direction && !(tax.tax === 'vat' && rule && isFree(rule)),
    );
    return rule ? [{ direction, rule, since, taxes: its }] : [];
  });
  return (
    <>
      <div className="mb-4 max-w-60">
        <MoneyField
          label="Example amount"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={
            isExample ? undefined : `Must be whole shillings up to ${formatUgx(maxPaymentAmount)}`
          }
        />
      </div>
      <DataTable
        caption="Fees"
        columns={columnsFor(isExample ? amount : null)}
        rows={terms}
        rowKey={({ direction }) => direction}
        empty={null}
      />
      <Coming fees={planned} taxes={taxes} />
    </>
  );
}

const termColumns: readonly Column<Term>[] = [
  {
    key: 'direction',
    header: 'For',
    primary: true,
    isTwoLine: true,
    cell: ({ direction }) => (
      <>
        {directionLabels[direction]}
        <span className="block text-13 font-normal text-muted">{whatItIs[direction]}</span>
      </>
    ),
  },
  {
    key: 'rule',
    header: 'Fee',
    className: 'tabular wrap-anywhere',
    isTwoLine: true,
    cell: ({ rule, since }) => (
      <>
        {ruleText(rule)}
        {since ? (
          <span className="block text-13 text-muted">
            Since <DateText value={since} format="shortTime" />
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'taxes',
    header: 'Taxes',
    cell: ({ taxes }) =>
      taxes.length === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        taxes.map((tax) => (
          <span key={tax.id} className="block">
            {tax.name}: {describeRate(tax)}
          </span>
        ))
      ),
  },
];

/** With what the amount costs, taxes included, and what then arrives or leaves. Null: what was typed is no amount. */
function columnsFor(amount: number | null): readonly Column<Term>[] {
  return [
    ...termColumns,
    {
      key: 'cost',
      header: amount === null ? 'Fee of the example' : `Fee of ${formatUgx(amount)}`,
      align: 'right',
      isTwoLine: true,
      cell: (term) => {
        if (amount === null) return <NoAmount />;
        const { fee, vat, levy } = costOf(term, amount);
        const tax = Math.min(vat + levy, fee);
        return (
          <>
            <Money amount={fee} className="font-medium" />
            {tax > 0 ? (
              <span className="block text-13 text-muted">of which tax {formatUgx(tax)}</span>
            ) : null}
          </>
        );
      },
    },
    {
      key: 'moved',
      header: 'On Your Account',
      align: 'right',
      cell: (term) => {
        if (amount === null) return <NoAmount />;
        const isIn = term.direction === 'collection';
        const { fee } = costOf(term, amount);
        if (isIn && fee >= amount)
          return <span className="text-muted">Must be more than the fee</span>;
        const moved = isIn ? amount - fee : amount + fee;
        return <Money amount={moved} direction={isIn ? 'credit' : 'debit'} />;
      },
    },
  ];
}

function costOf({ direction, rule, taxes }: Term, amount: number) {
  return chargeOf(feeOf(rule, amount), amount, direction, taxes);
}

/** What was announced; nothing without any. */
function Coming({ fees, taxes }: Pick<TermsProps, 'fees' | 'taxes'>) {
  const planned = taxes.filter(isPlanned);
  const lines = [
    ...fees.map(({ id, direction, rule, effectiveFrom }) => ({
      id,
      effectiveFrom,
      text: `${directionLabels[direction]}: ${ruleText(rule)}`,
    })),
    ...planned.map((tax) => ({
      id: tax.id,
      effectiveFrom: tax.effectiveFrom,
      text: `${tax.name} on ${directionLabels[tax.direction].toLowerCase()}: ${describeRate(tax)}`,
    })),
  ].toSorted((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom));
  if (lines.length === 0) return null;
  return (
    <section aria-label="Planned changes" className="mt-4">
      <h3 className="text-13 font-medium text-muted">Planned changes</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {lines.map(({ id, effectiveFrom, text }) => (
          <li key={id}>
            From {formatShortTime(effectiveFrom)}: {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isPlanned({ isCurrent, effectiveFrom }: TaxRate): boolean {
  return !isCurrent && Date.parse(effectiveFrom) > Date.now();
}
