import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { DateText } from '../../ui/date-display.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeliveryBadge, eventLabel, stateLabels } from '../../ui/delivery-state.tsx';
import { EventSubject, sentOf } from '../../ui/event-subject.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import type { DeliverySource } from './delivery-sheet.tsx';
import type { webhookQueries } from './webhook-queries.ts';

const DeliverySheet = lateWindow(() => import('./delivery-sheet.tsx'));

export const deliveryStates = ['all', 'waiting', 'delivered', 'gave_up'] as const;
export const deliveryStateOptions = deliveryStates.map((value) => ({
  value,
  label: value === 'all' ? 'State: All' : stateLabels[value],
}));

/** The record of such an event is the bulk payout, not a payment. */
export const isOfBulkPayout = (type: string): boolean => type.startsWith('bulk_payout.');

interface DeliveryListProps {
  query: ReturnType<typeof webhookQueries.deliveries>;
  source: DeliverySource;
  /** What the event is about, or the event, in the address. */
  search: { readonly value: string; readonly onChange: (text: string) => void };
  /** Filters and what can be done with many, after the search. */
  tools: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  /** After those that every list has. */
  columns: readonly Column<WebhookDelivery>[];
  className: string;
  /** Without a webhook, now or before, an empty list adds nothing. */
  isHiddenWhenEmpty?: boolean;
}

/** What became of events at webhooks: of one company for staff, of the own company for its people. */
export function DeliveryList(props: DeliveryListProps) {
  const { query, source, search, tools, isFiltered, onClear, columns, className } = props;
  const pages = useInfiniteQuery(query);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('delivery');
  if (props.isHiddenWhenEmpty && !isFiltered && rows.length === 0 && !pages.isError) return null;
  return (
    <section aria-labelledby="webhook-deliveries" className={className}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhook-deliveries" className="text-base">
          Deliveries
        </h2>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <SearchInput
            {...search}
            label="Search deliveries"
            placeholder="Phone, reference or ID..."
            debounceMs={200}
            isFilter
            className="max-sm:w-full sm:w-64"
          />
          {tools}
        </div>
      </div>
      <ListStates
        query={pages}
        isFiltered={isFiltered}
        onClear={onClear}
        failed={{ title: 'Failed to load webhook deliveries', retryLabel: 'Try Again' }}
        noneMatch={{
          icon: <WebhookIcon />,
          title: 'No deliveries match your filters.',
          hint: null,
          clearLabel: 'Clear Filters',
        }}
        noneYet={{
          icon: <WebhookIcon />,
          title: 'No deliveries yet.',
          hint: 'They show here as soon as a payment of the company succeeds or fails.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Webhook deliveries"
            columns={[
              eventColumn(opened.open),
              aboutColumn,
              transactionColumn,
              stateColumn,
              ...columns,
              createdColumn,
            ]}
            rows={rows}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => opened.open(id)}
            onRowIntent={DeliverySheet.preload}
            footer={<LoadMore fullWidth query={pages} />}
          />
        )}
      </ListStates>
      <DeliverySheet
        open={opened.value !== null}
        source={source}
        deliveryId={opened.value}
        listed={rows.find(({ id }) => id === opened.value)}
        isListLoading={pages.isPending}
        onClose={opened.close}
      />
    </section>
  );
}

const eventColumn = (open: (id: string) => void): Column<WebhookDelivery> => ({
  key: 'type',
  header: 'Event',
  isTwoLine: true,
  cell: (row) => {
    const { number } = sentOf(row.payload);
    return (
      <>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(row.id)}
          className="-mx-1 rounded-md px-1 text-left font-medium hover:underline hover:underline-offset-3"
        >
          {eventLabel(row.type)} <span className="sr-only">of {row.transactionId}</span>
        </button>
        {number === null ? null : (
          <span className="block text-13 font-normal text-muted">Number {number}</span>
        )}
      </>
    );
  },
});

const aboutColumn: Column<WebhookDelivery> = {
  key: 'about',
  header: 'About',
  isTwoLine: true,
  cell: ({ type, payload }) => <EventSubject type={type} data={sentOf(payload).data} />,
};

const transactionColumn: Column<WebhookDelivery> = {
  key: 'transactionId',
  header: 'Transaction ID',
  spare: 1,
  // What opens has it; on a card it takes two lines.
  hideOnPhone: true,
  cell: ({ transactionId }) => (
    <span className="inline-flex items-center gap-1 align-middle">
      <span className="tabular text-13 whitespace-nowrap">{transactionId}</span>
      <CopyButton value={transactionId} label="Transaction ID" />
    </span>
  ),
};

const stateColumn: Column<WebhookDelivery> = {
  key: 'state',
  header: 'State',
  phone: 'aside',
  isTwoLine: true,
  cell: (row) => (
    <>
      <DeliveryBadge state={row.state} />
      {row.state === 'delivered' ? null : <LastAnswer delivery={row} />}
    </>
  ),
};

export const attemptsColumn: Column<WebhookDelivery> = {
  key: 'attempts',
  header: 'Attempts',
  spare: 3,
  align: 'right',
  phone: 'named',
  cell: ({ attempts }) => attempts.length,
};

const createdColumn: Column<WebhookDelivery> = {
  key: 'createdAt',
  header: 'Created',
  phone: 'line',
  cell: ({ createdAt }) => <DateText value={createdAt} format="shortTime" />,
};

/** What the receiver said last, and when it is asked again: the waits begin with seconds. */
function LastAnswer({ delivery: { attempts, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  const last = attempts.at(-1);
  return (
    <span className="block text-13 text-muted">
      <span className="sr-only">: </span>
      {last ? (last.statusCode ?? 'no answer') : 'not sent yet'}
      {nextAttemptAt === null ? null : (
        <>
          {', next at '}
          <DateText value={nextAttemptAt} format="seconds" />
        </>
      )}
    </span>
  );
}
