import { NoteDialog } from '../../ui/note-dialog.tsx';
import { useStopPayouts } from './brake-queries.ts';

interface StopPayoutsDialogProps {
  open: boolean;
  /** Null: of all companies. */
  company: { readonly id: string; readonly name: string } | null;
  /** For people of the company itself. */
  isOwn?: boolean | undefined;
  onClose: () => void;
}

export default function StopPayoutsDialog(props: StopPayoutsDialogProps) {
  const { open, company, isOwn = false, onClose } = props;
  const whose = isOwn ? 'your payouts' : company ? `the payouts of ${company.name}` : 'all payouts';
  return (
    <NoteDialog
      subject={open ? { company } : null}
      change={useStopPayouts()}
      values={({ company: of }) => ({ companyId: of?.id ?? null })}
      noteLabel="Reason"
      noteHint={
        company
          ? 'The people of the company and of the provider read it.'
          : 'Staff read it; companies read only that payouts are stopped.'
      }
      title={() => `Stop ${whose}?`}
      description={`From now on no payout is sent. New ones are accepted and wait with their money held; what a network already has ends as usual, and collections go on. Two people${isOwn ? ' of the provider' : ''} decide later whether the payouts are sent or cancelled.`}
      confirmLabel="Stop Payouts"
      busyLabel="Stopping..."
      done="Payouts are stopped"
      failed="Failed to stop payouts"
      onClose={onClose}
    />
  );
}
