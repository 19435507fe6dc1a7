import type { CompanyEvent } from '@sente/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListOrdered } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { eventKinds, eventQueries } from '../../features/events/event-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { eventLabel } from '../../ui/delivery-state.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { EventSubject } from '../../ui/event-subject.tsx';
import { FilterChoice, listChoiceClass } from '../../ui/filter-choice.tsx';
import { Link } from '../../ui/link.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { DeveloperFrame } from './developer-frame.tsx';

const urlSpec = { filters: { type: eventKinds } } as const;
const kindOptions = eventKinds.map((value) => ({
  value,
  label: value === 'all' ? 'Event: All' : eventLabel(value),
}));

export default function EventsPage() {
  const { search, setSearch, filters, setFilter, isFiltered, clearFilters } = useUrlState(urlSpec);
  const pages = useInfiniteQuery(eventQueries.list({ search, ...filters }));
  const rows = queryState(pages).data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('event');
  const event = rows.find(({ id }) => id === opened.value);
  return (
    <DeveloperFrame
      subtitle="What happened to your payments and settlements, in order"
      actions={<RefreshButton query={pages} />}
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          label="Search by phone, reference, ID or number..."
          value={search}
          onChange={setSearch}
          debounceMs={200}
          className="max-sm:w-full sm:w-96"
        />
        <FilterChoice
          label="Event"
          className={listChoiceClass}
          options={kindOptions}
          value={filters.type}
          onChange={(value) => setFilter('type', value)}
        />
      </div>
      <ListStates
        query={pages}
        isFiltered={isFiltered}
        onClear={clearFilters}
        failed={{ title: 'Failed to load events', retryLabel: 'Try Again' }}
        noneMatch={{ icon: <ListOrdered />, title: 'No events match your search.' }}
        noneYet={{
          icon: <ListOrdered />,
          title: 'No events yet',
          hint: 'They are kept from your first key or webhook on, as soon as a payment succeeds or fails.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Events"
            columns={columnsOf(opened.open)}
            rows={rows}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => opened.open(id)}
            footer={<LoadMore fullWidth query={pages} />}
          />
        )}
      </ListStates>
      <HowToRead />
      <Sheet
        open={event !== undefined}
        onClose={opened.close}
        size="lg"
        title={event ? eventLabel(event.type) : 'Event'}
      >
        {event ? <EventDetails event={event} /> : null}
      </Sheet>
    </DeveloperFrame>
  );
}

function columnsOf(open: (id: string) => void): readonly Column<CompanyEvent>[] {
  return [
    {
      key: 'type',
      header: 'Event',
      className: 'sm:whitespace-nowrap',
      cell: ({ id, type, sequence }) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(id)}
          className="-mx-1 rounded-md px-1 text-left font-medium hover:underline hover:underline-offset-3"
        >
          {eventLabel(type)} <span className="sr-only">number {sequence}</span>
        </button>
      ),
    },
    {
      key: 'about',
      header: 'About',
      isTwoLine: true,
      cell: ({ type, data }) => <EventSubject type={type} data={data} />,
    },
    {
      key: 'sequence',
      header: 'Number',
      align: 'right',
      phone: 'named',
      cell: ({ sequence }) => sequence,
    },
    {
      key: 'transactionId',
      header: 'Transaction ID',
      spare: 1,
      // What opens has it; on a card it takes two lines.
      hideOnPhone: true,
      cell: ({ data: { transactionId } }) => (
        <span className="tabular text-13 wrap-anywhere">
          {typeof transactionId === 'string' ? transactionId : null}
        </span>
      ),
    },
    {
      key: 'timestamp',
      header: 'Time',
      phone: 'line',
      cell: ({ timestamp }) => <DateText value={timestamp} format="shortTime" />,
    },
  ];
}

function EventDetails({ event }: { event: CompanyEvent }) {
  const { id, sequence, previousSequence, timestamp } = event;
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        items={[
          { label: 'Number', value: sequence },
          { label: 'The one before', value: previousSequence ?? 'None' },
          { label: 'Time', value: <DateText value={timestamp} format="dateTime" /> },
          { label: 'Event ID', value: <Copyable value={id} label="Event ID" /> },
        ]}
      />
      <CodeBlock label="Event" text={JSON.stringify(event, null, 2)} canCopy />
    </div>
  );
}

function HowToRead() {
  return (
    <Card title="Without a Public Address" className="mt-4">
      <p className="max-w-prose">
        A shop that webhooks cannot reach asks for events after the last number it has, and waits up
        to 30 seconds for the next one. The client comes with a small program that brings them to a
        server on your own network.
      </p>
      <p className="mt-3">
        <Link to="/docs/webhooks" reloadDocument className="link">
          Webhooks and events
        </Link>
        <span className="text-muted">: signatures, numbers and the forwarder</span>
      </p>
    </Card>
  );
}
