import type { CompanyDetails } from '@sente/contract/companies';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { useResumeCompany, useSuspendCompany } from './company-queries.ts';

interface SuspendDialogProps {
  open: boolean;
  /** A suspended company is resumed, another one suspended. */
  company: CompanyDetails | undefined;
  onClose: () => void;
}

export default function SuspendDialog({ open, company, onClose }: SuspendDialogProps) {
  const asked = (open && company) || null;
  return (
    <>
      <NoteDialog
        subject={asked?.suspension ? null : asked}
        change={useSuspendCompany()}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="The people of the company read it on every page."
        title={({ name }) => `Suspend ${name}?`}
        description="No new payments and accounts are accepted, from its systems or its people. Payments under way are finished, and they can still read and export everything."
        confirmLabel="Suspend Company"
        busyLabel="Suspending..."
        done={({ name }) => `${name} is suspended`}
        failed="Failed to suspend company"
        onClose={onClose}
      />
      <ConfirmAction
        subject={asked?.suspension ? asked : null}
        change={useResumeCompany()}
        input={({ id }) => id}
        title={({ name }) => `Resume ${name}?`}
        description="New payments and accounts are accepted again at once."
        confirmLabel="Resume Company"
        busyLabel="Resuming..."
        tone={() => 'primary'}
        done={({ name }) => `${name} is resumed`}
        failed="Failed to resume company"
        onClose={onClose}
      />
    </>
  );
}
