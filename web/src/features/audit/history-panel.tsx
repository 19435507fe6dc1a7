import type { AuditSubject } from '@sente/contract/audit';
import { useState } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { HistoryView } from './history-view.tsx';

interface HistoryPanelProps {
  subjectType: AuditSubject;
  subjectId: string;
}

const userTabs = [
  { id: 'about', label: 'Done to this user' },
  { id: 'by', label: 'Done by this user' },
] as const;

/** Loaded when it is first opened: most visits to a page never look at its history. */
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
