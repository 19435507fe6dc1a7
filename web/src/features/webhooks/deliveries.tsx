import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import type { Column } from '../../ui/table.tsx';
import {
  attemptsColumn,
  DeliveryList,
  deliveryStateOptions,
  deliveryStates,
} from './delivery-list.tsx';
import { useSendAgain, webhookQueries } from './webhook-queries.ts';

const urlSpec = { filters: { deliveries: deliveryStates } } as const;

interface DeliveriesProps {
  companyId: string;
  /** Whether there is a webhook now; earlier deliveries stay in the list. */
  isSet: boolean;
}

export function Deliveries({ companyId, isSet }: DeliveriesProps) {
  const { filters, isFiltered, setFilter, clearFilters } = useUrlState(urlSpec);
  const sendAgain = useSendAgain(companyId);
  const canSend = useCan('staffWebhooks');
  return (
    <DeliveryList
      query={webhookQueries.deliveries(companyId, filters.deliveries)}
      source={{
        one: (id) => webhookQueries.delivery(companyId, id),
        sendAgain: canSend ? sendAgain : null,
      }}
      tools={
        <FilterChoice
          label="State"
          options={deliveryStateOptions}
          value={filters.deliveries}
          onChange={(value) => setFilter('deliveries', value)}
        />
      }
      isFiltered={isFiltered}
      onClear={clearFilters}
      columns={columns}
      className="mt-2"
      isHiddenWhenEmpty={!isSet}
    />
  );
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    key: 'transactionId',
    header: 'Transaction ID',
    spare: 1,
    cell: ({ transactionId }) => (
      <span className="inline-flex items-center gap-1 align-middle">
        <span className="tabular text-13 wrap-anywhere sm:whitespace-nowrap">{transactionId}</span>
        <CopyButton value={transactionId} label="Transaction ID" />
      </span>
    ),
  },
  attemptsColumn,
  {
    key: 'nextAttemptAt',
    header: 'Next attempt',
    spare: 3,
    phone: 'named',
    cell: ({ nextAttemptAt }) => <DateText value={nextAttemptAt} format="shortTime" empty="None" />,
  },
];
