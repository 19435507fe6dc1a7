import { useEffect, useState } from 'react';
import { askWith, leaveTitles, type Left } from '../lib/unsaved-warning.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface Asked {
  answer: (mayLeave: boolean) => void;
}

/** Asks before unsaved input is left, wherever in the portal that happens. */
export function LeaveQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  // While the question fades out its words stay.
  const [left, setLeft] = useState<Left>('page');
  useEffect(
    () =>
      askWith((answer, what) => {
        setAsked({ answer });
        setLeft(what);
      }),
    [],
  );
  const end = (mayLeave: boolean): void => {
    setAsked(null);
    asked?.answer(mayLeave);
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={() => end(false)}
      onConfirm={() => end(true)}
      title={leaveTitles[left]}
      description="What you typed here is not saved."
      confirmLabel={left === 'page' ? 'Leave' : 'Discard'}
      cancelLabel={left === 'page' ? 'Stay' : 'Keep Editing'}
    />
  );
}
