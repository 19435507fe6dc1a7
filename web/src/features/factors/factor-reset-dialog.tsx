import { factors } from '@sente/contract/factors';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { factorsKey } from './factor-queries.ts';

interface FactorResetDialogProps {
  userId: string;
  /** The person's name. */
  of: string;
  /** A second person has to agree. */
  isStaff: boolean;
  open: boolean;
  onClose: () => void;
}

/** Asks before the second factor of somebody else is removed. */
export default function FactorResetDialog(props: FactorResetDialogProps) {
  const { userId, of, isStaff, open, onClose } = props;
  const reset = useChange({
    send: ({ note }: { note: string }) =>
      call(factors.reset, { params: { id: userId }, body: { reason: note } }),
    invalidates: [factorsKey(userId), key('sessions', userId), keys.approvals.all],
    after: ['success', 'outdated'],
  });
  return (
    <NoteDialog
      subject={open ? userId : null}
      change={reset}
      values={() => ({})}
      title={() => `Remove the second factor of ${of}?`}
      description={
        isStaff
          ? `A second person has to approve it. ${of} then signs in with the password alone, and all sessions are ended. Make sure that it is really them who lost it.`
          : `${of} then signs in with the password alone, and all sessions are ended. Make sure that it is really them who lost it.`
      }
      noteLabel="Reason"
      noteHint="Who asked for it, and how you know that it was them"
      confirmLabel="Remove"
      busyLabel="Removing..."
      tone="danger"
      done={(_subject, { meta }) =>
        meta?.approvalId ? 'It waits for a second person' : 'The second factor is removed'
      }
      failed="Failed to remove the second factor"
      onClose={onClose}
    />
  );
}
