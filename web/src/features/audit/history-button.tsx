import type { AuditSubject } from '@sente/contract/audit';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

const HistoryPanel = lateChosen(() => import('./history-panel.tsx'), {
  waiting: <HistorySkeleton />,
});

interface HistoryButtonProps {
  subjectType: AuditSubject;
  subjectId: string;
  /** The record's name, as on its page; undefined while loading. */
  name: string | undefined;
}

/** Opens the history of a record in a panel; the page and its address stay. */
export function HistoryButton({ subjectType, subjectId, name }: HistoryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={<History />}
        aria-haspopup="dialog"
        // Reserves its place: a button that appears later pushes the page down on a phone.
        disabled={name === undefined}
        onClick={() => setIsOpen(true)}
      >
        History
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`History of ${name}`}
        description="Who did what, when and from where. Nothing here can be changed."
        size="lg"
      >
        <HistoryPanel retryLabel="Try Again" subjectType={subjectType} subjectId={subjectId} />
      </Sheet>
    </>
  );
}
