import { useRef, useState, type ReactNode } from 'react';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { ConfirmAction, type ConfirmActionProps } from './confirm-action.tsx';
import { TextAreaField } from './field.tsx';

interface NoteDialogProps<Subject, Values extends object, Answer> extends Omit<
  ConfirmActionProps<Subject, Values & { note: string }, Answer>,
  'input' | 'children'
> {
  /** The other input. Undefined while something is missing, which then has the focus. */
  values: (subject: Subject) => Values | undefined;
  /** "Note" by default. */
  noteLabel?: string | undefined;
  noteHint: string;
  /** The fields above the note. */
  fields?: ((subject: Subject, isTried: boolean) => ReactNode) | undefined;
}

const noteMaxLength = 200;

/** Asks before a change that needs a note. */
export function NoteDialog<Subject, Values extends object, Answer = unknown>({
  values,
  noteLabel = 'Note',
  noteHint,
  fields,
  onClose,
  ...action
}: NoteDialogProps<Subject, Values, Answer>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isMissing = note.trim() === '';
  useUnsavedWarning(!isMissing);

  function inputOf(subject: Subject) {
    setIsTried(true);
    const others = values(subject);
    if (others && !isMissing) return { ...others, note: note.trim() };
    if (others) field.current?.focus();
    return undefined;
  }

  return (
    <ConfirmAction
      {...action}
      input={inputOf}
      onClose={() => {
        setNote('');
        setIsTried(false);
        onClose();
      }}
    >
      {(subject) => (
        <>
          {fields?.(subject, isTried)}
          <TextAreaField
            ref={field}
            label={noteLabel}
            required
            counter
            rows={3}
            maxLength={noteMaxLength}
            hint={noteHint}
            error={isTried && isMissing ? `A ${noteLabel.toLowerCase()} is required` : undefined}
            readOnly={action.change.isPending}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="mt-4"
          />
        </>
      )}
    </ConfirmAction>
  );
}
