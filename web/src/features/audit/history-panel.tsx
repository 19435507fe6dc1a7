import type { AuditSubject } from '@sente/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { requestLinksOf, staffLinksOf } from './entry-links.ts';
import { AuditList } from './audit-list.tsx';
import { auditQueries, type HistoryFilters, type HistoryOf } from './audit-queries.ts';
import { type ChosenFilters, firstDayOf, HistoryFilterBar, noFilters } from './history-filters.tsx';

interface HistoryPanelProps {
  subjectType: AuditSubject;
  subjectId: string;
}

const userTabs = [
  { id: 'about', label: 'Done to this user' },
  { id: 'by', label: 'Done by this user' },
] as const;

/** Loaded when it is first opened: most visits never open the history. */
export default function HistoryPanel({ subjectType, subjectId }: HistoryPanelProps) {
  const [tab, setTab] = useState<'about' | 'by'>('about');
  if (subjectType !== 'users') return <HistoryView of={{ subjectType, subjectId }} />;
  return (
    <Tabs label="Which history" tabs={userTabs} value={tab} onChange={setTab}>
      {tab === 'about' ? (
        <HistoryView key="about" of={{ subjectType, subjectId }} />
      ) : (
        <HistoryView key="by" of={{ actorId: subjectId }} />
      )}
    </Tabs>
  );
}

/** One history with its filters, newest first. */
function HistoryView({ of }: { of: HistoryOf }) {
  const [chosen, setChosen] = useState<ChosenFilters>(noFilters);
  const asked = toFilters(chosen);
  const isBackwards =
    asked.startDate !== '' && asked.endDate !== '' && asked.startDate > asked.endDate;
  const query = useInfiniteQuery({ ...auditQueries.history(of, asked), enabled: !isBackwards });
  const isFiltered = asked.search !== '' || asked.startDate !== '' || asked.endDate !== '';

  return (
    <>
      <HistoryFilterBar
        value={chosen}
        onChange={setChosen}
        withPerson={!('actorId' in of)}
        dateError={isBackwards ? 'Must not be before the first day' : undefined}
      />
      <AuditList
        query={query}
        filter={{ isOn: isFiltered, onClear: () => setChosen(noFilters) }}
        noneYet={{
          title: 'No history yet.',
          hint: 'Changes, and attempts that were refused, will appear here.',
        }}
        retryLabel="Try Again"
        linksOf={'actorId' in of ? staffLinksOf : requestLinksOf}
      />
    </>
  );
}

function toFilters({ search, span, startDate, endDate }: ChosenFilters): HistoryFilters {
  const text = search.trim();
  if (span === 'dates') return { search: text, startDate, endDate };
  return { search: text, startDate: firstDayOf(span), endDate: '' };
}
