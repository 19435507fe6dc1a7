import type { Enquiry } from '@sente/contract/enquiries';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { enquiryColumns } from '../../features/enquiries/enquiry-columns.tsx';
import {
  enquiriesPageSize,
  enquiriesToExport,
  enquiryQueries,
  shownStates,
} from '../../features/enquiries/enquiry-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';

const EnquirySheet = lateChosen(() => import('../../features/enquiries/enquiry-sheet.tsx'), {
  waiting: null,
});

const listState = { filters: { state: shownStates } } as const;

const stateOptions = [
  { value: 'all', label: 'All Statuses' },
  { value: 'new', label: 'New' },
  { value: 'undelivered', label: 'Not delivered' },
  { value: 'answered', label: 'Answered' },
] as const;

export default function EnquiriesPage() {
  const address = useUrlState(listState);
  const { search, filters, page } = address;
  const request = { search, state: filters.state, page };
  const query = useQuery(enquiryQueries.list(request));
  const opened = useOverlayParam('enquiry');
  const enquiry = useKept(query.data?.rows, opened.value);
  const canAnswer = useCan('staffCompanies');
  const { newCount = 0, undeliveredCount = 0 } = query.data ?? {};
  const waiting = [
    ...(newCount > 0 ? [`${newCount} new`] : []),
    ...(undeliveredCount > 0 ? [`${undeliveredCount} not delivered`] : []),
  ].join(', ');
  return (
    <>
      <ListScreen
        heading={{
          title: 'Enquiries',
          subtitle: `What visitors of the public site and companies wrote${waiting && `: ${waiting}`}`,
        }}
        actions={
          <ExportButton
            noun="enquiries"
            list={() => enquiriesToExport(request)}
            disabled={!query.data?.rows.length}
          />
        }
        address={address}
        query={query}
        search={{ label: 'Search enquiries...', debounceMs: 200 }}
        filters={
          <FilterChoice
            label="Status"
            options={stateOptions}
            value={filters.state}
            onChange={(state) => address.setFilter('state', state)}
          />
        }
        failed={{ title: 'Failed to load enquiries' }}
        noneMatch={{ title: 'No enquiries match your search.' }}
        noneYet={{
          icon: <Mail />,
          title: 'No enquiries yet.',
          hint: query.data?.areTaken
            ? 'What visitors write in the contact form of the public site comes here.'
            : 'The contact form of the public site takes none until SENTE_CONTACT_EMAIL names who answers.',
        }}
        caption="Enquiries"
        columns={enquiryColumns}
        rowKey={({ id }) => id}
        onRowOpen={({ id }) => opened.open(id)}
        rowActions={({ id, answer }) =>
          canAnswer && (!answer || answer.isUndelivered) ? (
            <Button size="sm" className="max-sm:mr-2" onClick={() => opened.open(id)}>
              Answer
            </Button>
          ) : null
        }
        pager={{ pageSize: enquiriesPageSize, noun: 'enquiries' }}
      />
      <EnquirySheet
        enquiry={enquiry}
        sendsMail={query.data?.sendsMail ?? false}
        onClose={opened.close}
      />
    </>
  );
}

/** The opened one as the list last showed it: it may leave the page or the filter while somebody types an answer. */
function useKept(rows: readonly Enquiry[] | undefined, id: string | null): Enquiry | null {
  const [kept, setKept] = useState<Enquiry | null>(null);
  const found = rows?.find((row) => row.id === id);
  if (found && found !== kept) setKept(found);
  return found ?? (kept?.id === id ? kept : null);
}
