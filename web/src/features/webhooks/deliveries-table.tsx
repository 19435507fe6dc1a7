import type { WebhookDelivery } from '@sente/contract/webhooks';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { DeliveryBadge, eventWords } from './delivery-words.tsx';

interface DeliveriesTableProps {
  rows: readonly WebhookDelivery[];
  loading: boolean;
  empty: ReactNode;
  footer: ReactNode;
  onOpen: (delivery: WebhookDelivery) => void;
  /** The pointer or the focus rests on a row. */
  onRowIntent: () => void;
}

export function DeliveriesTable({ onOpen, ...table }: DeliveriesTableProps) {
  return (
    <DataTable
      {...table}
      caption="Webhook deliveries"
      columns={columnsOf(onOpen)}
      rowKey={({ id }) => id}
      onRowOpen={(row, element) => {
        // So that the focus comes back to it.
        element.querySelector<HTMLElement>('[data-open-delivery]')?.focus();
        onOpen(row);
      }}
    />
  );
}

function columnsOf(onOpen: DeliveriesTableProps['onOpen']): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: 'type',
      header: 'Event',
      cell: (row) => (
        <button
          type="button"
          data-open-delivery=""
          aria-haspopup="dialog"
          onClick={() => onOpen(row)}
          className="-mx-1 rounded-md px-1 text-left font-medium hover:underline hover:underline-offset-3"
        >
          {eventWords(row.type)} <span className="sr-only">of {row.transactionId}</span>
        </button>
      ),
    },
    { key: 'state', header: 'State', cell: (row) => <DeliveryBadge state={row.state} /> },
    {
      key: 'transactionId',
      header: 'Transaction ID',
      cell: ({ transactionId }) => (
        <span className="inline-flex items-center gap-1 align-middle">
          <span className="tabular text-13 wrap-anywhere">{transactionId}</span>
          <CopyButton value={transactionId} label="Transaction ID" />
        </span>
      ),
    },
    {
      key: 'attempts',
      header: 'Attempts',
      align: 'right',
      cell: ({ attempts }) => attempts.length,
    },
    {
      key: 'nextAttemptAt',
      header: 'Next attempt',
      cell: ({ nextAttemptAt }) => (
        <DateText value={nextAttemptAt} format="dateTime" empty="None" />
      ),
    },
    {
      key: 'createdAt',
      header: 'Created',
      cell: ({ createdAt }) => <DateText value={createdAt} format="dateTime" />,
    },
  ];
}
