import { useEffect, useState } from 'react';
import { askWith } from '../lib/unsaved-warning.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before unsaved input is left, wherever in the portal that happens. */
export function LeaveQuestion() {
  const [asked, setAsked] = useState<{ answer: (mayLeave: boolean) => void } | null>(null);
  useEffect(() => askWith((answer) => setAsked({ answer })), []);
  const end = (mayLeave: boolean): void => {
    setAsked(null);
    asked?.answer(mayLeave);
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={() => end(false)}
      onConfirm={() => end(true)}
      title="Leave this page?"
      description="What you typed here is not saved."
      confirmLabel="Leave"
      cancelLabel="Stay"
    />
  );
}
