import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import {
  attemptsColumn,
  DeliveryList,
  deliveryStateOptions,
  deliveryStates,
  isOfBulkPayout,
} from './delivery-list.tsx';
import { useSendAgain, webhookQueries } from './webhook-queries.ts';

const urlSpec = { filters: { deliveries: deliveryStates } } as const;

interface DeliveriesProps {
  companyId: string;
  /** Whether there is a webhook now; earlier deliveries stay in the list. */
  isSet: boolean;
}

export function Deliveries({ companyId, isSet }: DeliveriesProps) {
  const address = useUrlState(urlSpec);
  const { search, filters, isFiltered, setFilter, clearFilters } = address;
  const sendAgain = useSendAgain(companyId);
  const canSend = useCan('staffWebhooks');
  return (
    <DeliveryList
      query={webhookQueries.deliveries(companyId, { state: filters.deliveries, search })}
      source={{
        one: (id) => webhookQueries.delivery(companyId, id),
        sendAgain: canSend ? sendAgain : null,
        // Events and bulk payouts have no page of their own here.
        recordPage: ({ type, recordId }) =>
          isOfBulkPayout(type) ? null : paths.transaction(recordId),
        eventPage: () => null,
      }}
      search={{ value: search, onChange: address.setSearch }}
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
      columns={[attemptsColumn]}
      className="mt-2"
      isHiddenWhenEmpty={!isSet}
    />
  );
}
