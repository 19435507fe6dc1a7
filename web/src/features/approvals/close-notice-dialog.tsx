import type { NetworkNotice } from '@sente/contract/network-notices';
import { useRef, useState } from 'react';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useCloseNotice } from './approval-queries.ts';

interface CloseNoticeDialogProps {
  /** Null closes it. */
  notice: NetworkNotice | null;
  onClose: () => void;
}

const noteMaxLength = 200;

export function CloseNoticeDialog({ notice, onClose }: CloseNoticeDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const close = useCloseNotice();
  const isMissing = note.trim() === '';

  function inputOf({ id }: NetworkNotice) {
    setIsTried(true);
    if (!isMissing) return { id, note: note.trim() };
    field.current?.focus();
    return undefined;
  }

  return (
    <ConfirmAction
      subject={notice}
      change={close}
      input={inputOf}
      title={() => 'Close this report?'}
      description={({ network, said }) =>
        `${network}: ${said}. It leaves the list, and no money moves. The note stays in the audit log.`
      }
      confirmLabel="Close report"
      busyLabel="Closing..."
      tone="primary"
      done="Report closed"
      failed="Failed to close the report"
      onClose={() => {
        setNote('');
        setIsTried(false);
        onClose();
      }}
    >
      {() => (
        <TextAreaField
          ref={field}
          label="Note"
          required
          counter
          rows={3}
          maxLength={noteMaxLength}
          hint="What you found, and what was done about it."
          error={isTried && isMissing ? 'A note is required' : undefined}
          readOnly={close.isPending}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className="mt-4"
        />
      )}
    </ConfirmAction>
  );
}
