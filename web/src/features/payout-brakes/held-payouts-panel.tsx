import { networkWord } from '@sente/contract/payments';
import {
  type BrakedPayout,
  type BrakeSelection,
  maxCancelledOfBrake,
  type PayoutBrake,
} from '@sente/contract/payout-brakes';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { brakeQueries, heldPageSize, type Selected } from './brake-queries.ts';
import { countText, payoutState } from './brake-texts.ts';
import { HeldFilters } from './held-filters.tsx';

interface HeldPayoutsProps {
  brake: PayoutBrake;
  /** Null where nothing can be decided. */
  selection: {
    readonly ids: ReadonlySet<string>;
    readonly onChange: (ids: ReadonlySet<string>) => void;
    readonly onPropose: (selected: Selected) => void;
  } | null;
}

/** The payouts that a brake holds or held, oldest first, and those of them that have something in common. */
export default function HeldPayoutsPanel({ brake, selection }: HeldPayoutsProps) {
  const [page, setPage] = useState(1);
  const [wanted, setWanted] = useState<BrakeSelection>({});
  const query = useQuery(brakeQueries.payouts(brake.id, page, wanted));
  const isFiltered = Object.keys(wanted).length > 0;
  const filterBy = (next: BrakeSelection) => {
    setWanted(next);
    setPage(1);
    if (Object.keys(next).length > 0) selection?.onChange(new Set());
  };
  const { heldCount = 0, heldAmount = 0 } = query.data ?? {};
  const canPropose = selection !== null && isFiltered && !query.isPlaceholderData && heldCount > 0;
  // What waits says already that nothing does.
  if (brake.end === null && !isFiltered && query.data?.totalCount === 0) return null;
  return (
    <>
      {isFiltered || query.data?.totalCount ? (
        <HeldFilters list={query.data} wanted={wanted} onChange={filterBy} />
      ) : null}
      {canPropose ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-13 font-medium">
            {countText(heldCount, heldAmount)} {heldCount === 1 ? 'matches' : 'match'}
          </p>
          <Button
            variant="danger"
            aria-haspopup="dialog"
            onClick={() =>
              selection.onPropose({ selection: wanted, count: heldCount, amount: heldAmount })
            }
          >
            Cancel All That Match, Release the Others
          </Button>
        </div>
      ) : null}
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load the payouts' }}
        noneYet={{
          icon: <CircleCheck />,
          title: 'No payout had to wait.',
          hint: 'The brake ended before one came in.',
        }}
        filter={{
          title: 'No payouts match.',
          isActive: isFiltered,
          onClear: () => filterBy({}),
        }}
        caption="Payouts of this brake"
        // One by one, or all that have something in common.
        columns={columnsOf(brake.companyId === null, isFiltered ? null : selection)}
        rowKey={({ paymentId }) => paymentId}
        noun="payouts"
        pageSize={heldPageSize}
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function columnsOf(
  isForAll: boolean,
  selection: HeldPayoutsProps['selection'],
): Column<BrakedPayout>[] {
  return [
    ...(selection ? [selectColumn(selection)] : []),
    {
      key: 'receiver',
      header: 'To',
      primary: true,
      cell: ({ phoneNumber, network, transactionId }) => {
        const text = `${phoneText(phoneNumber)} (${networkWord(network)})`;
        return transactionId ? (
          <TransactionLink transactionId={transactionId} className="tabular">
            {text}
          </TransactionLink>
        ) : (
          text
        );
      },
    },
    ...(isForAll
      ? [
          {
            key: 'company',
            header: 'Company',
            phone: 'line' as const,
            cell: ({ companyId, companyName }: BrakedPayout) => (
              <Link
                to={paths.company(companyId)}
                title={companyName}
                className="line-clamp-2 wrap-anywhere hover:underline"
              >
                {companyName}
              </Link>
            ),
          },
        ]
      : []),
    {
      key: 'held',
      header: 'Held since',
      phone: 'named',
      cell: ({ heldAt }) => <DateText value={heldAt} format="shortTime" />,
    },
    {
      key: 'state',
      header: 'State',
      phone: 'line',
      cell: (payout) => {
        const { label, tone } = payoutState(payout);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      phone: 'aside',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
}

function selectColumn({
  ids,
  onChange,
}: NonNullable<HeldPayoutsProps['selection']>): Column<BrakedPayout> {
  return {
    key: 'select',
    header: 'Cancel',
    cell: ({ paymentId, phoneNumber, outcome, status }) => {
      const isSelected = ids.has(paymentId);
      // What a network already has can no longer be cancelled.
      return outcome === null && status === 'PENDING' ? (
        <Checkbox
          label={<span className="sr-only">Cancel the payout to {phoneText(phoneNumber)}</span>}
          checked={isSelected}
          disabled={!isSelected && ids.size >= maxCancelledOfBrake}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? new Set([...ids, paymentId])
                : new Set([...ids].filter((one) => one !== paymentId)),
            )
          }
        />
      ) : null;
    },
  };
}
