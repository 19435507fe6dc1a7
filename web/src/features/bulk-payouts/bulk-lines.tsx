import { networkWord } from '@sente/contract/payments';
import {
  bulkLineViews,
  type BulkLine,
  type BulkLineView,
  type BulkPayout,
} from '@sente/contract/bulk-payouts';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, TriangleAlert } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { Link } from '../../ui/link.tsx';
import { bulkQueries, linesPageSize } from './bulk-queries.ts';
import { LineBadge } from './bulk-texts.tsx';

/** The address of a payment; undefined for people who may not see it. */
type HrefFor = ((transactionId: string) => string) | undefined;

const columnsFor = (hrefFor: HrefFor, isBraked: boolean): readonly Column<BulkLine>[] => [
  {
    key: 'phone',
    header: 'Receiver',
    isTwoLine: true,
    cell: ({ phoneNumber, network, name, networkName }) => (
      <>
        <span className="tabular">{phoneText(phoneNumber)}</span>
        <span className="block text-13 font-normal text-muted">
          {[whoText(name, networkName), network && networkWord(network)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ amount, amountText }) =>
      amount === null ? (
        <span className="text-muted">{amountText || 'None'}</span>
      ) : (
        <Money amount={amount} />
      ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'line',
    cell: (line) => <LineBadge line={line} isBraked={isBraked} />,
  },
  {
    key: 'about',
    header: 'Notes',
    isTwoLine: true,
    className: 'max-w-96',
    phone: 'line',
    cell: (line) => <About line={line} hrefFor={hrefFor} />,
  },
  {
    key: 'number',
    header: 'Line',
    spare: 2,
    phone: 'named',
    cell: ({ number }) => <span className="tabular text-muted">{number}</span>,
  },
  {
    key: 'reference',
    header: 'Reference',
    spare: 1,
    phone: 'named',
    cell: ({ reference }) => reference ?? '',
  },
];

/** A name that the company wrote proves nothing, so it does not look like one that the network confirmed. */
function whoText(name: string | null, networkName: string | null): string | null {
  if (networkName !== null) return `Registered to ${networkName}`;
  return name === null ? null : `${name} in the file`;
}

function About({ line, hrefFor }: { line: BulkLine; hrefFor: HrefFor }) {
  const { faults, warnings, reason, transactionId } = line;
  const payment = transactionId === null ? undefined : hrefFor?.(transactionId);
  const texts = [...faults, ...warnings, ...(reason ? [reason] : [])];
  if (texts.length === 0 && payment === undefined) return null;
  return (
    <span className="block text-13">
      {texts.map((text) => (
        <span key={text} className="flex gap-1.5">
          {warnings.includes(text) ? (
            <TriangleAlert
              aria-hidden="true"
              className="mt-0.5 size-3.5 shrink-0 text-warning-text"
            />
          ) : null}
          <span className="wrap-anywhere">{text}</span>
        </span>
      ))}
      {payment ? (
        <Link to={payment} className="inline-block min-h-6 rounded-sm underline underline-offset-3">
          Open the payment
        </Link>
      ) : null}
    </span>
  );
}

const viewLabels: Readonly<Record<BulkLineView, string>> = {
  all: 'All lines',
  faulty: 'With a fault',
  warned: 'To look at',
  pending: 'Under way',
  paid: 'Paid',
  failed: 'Failed',
};
const options = bulkLineViews.map((value) => ({ value, label: viewLabels[value] }));

/** Which lines are shown. */
export interface LinesShown {
  readonly view: BulkLineView;
  readonly page: number;
}
export const firstLines: LinesShown = { view: 'all', page: 1 };

interface BulkLinesProps {
  bulk: BulkPayout;
  hrefFor: HrefFor;
  shown: LinesShown;
  onShow: (shown: LinesShown) => void;
}

/** The lines with what the check says and what became of them. */
export function BulkLines({ bulk, hrefFor, shown: { view, page }, onShow }: BulkLinesProps) {
  const { state, checkedCount, paidCount, failedCount, isBraked } = bulk;
  const stage = [state, checkedCount, paidCount, failedCount].join(' ');
  const choose = (chosen: BulkLineView): void => onShow({ view: chosen, page: 1 });
  return (
    <Card
      title="Lines"
      actions={
        <FilterChoice label="Lines shown" options={options} value={view} onChange={choose} />
      }
    >
      <PagedPanel
        query={useQuery(bulkQueries.lines(bulk.id, view, page, stage))}
        failed={{ title: 'Failed to load the lines' }}
        noneYet={{ icon: <ListChecks />, title: 'No lines' }}
        filter={{
          isActive: view !== 'all',
          icon: <ListChecks />,
          title: `No line is in "${viewLabels[view]}".`,
          onClear: () => choose('all'),
        }}
        caption="Lines of the bulk payout"
        columns={columnsFor(hrefFor, isBraked)}
        rowKey={({ number }) => String(number)}
        noun="lines"
        pageSize={linesPageSize}
        page={page}
        onPage={(next) => onShow({ view, page: next })}
      />
    </Card>
  );
}
