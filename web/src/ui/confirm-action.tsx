import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorText } from '../api/error-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './windows.tsx';
import { notify } from './toast.tsx';

/** Fixed, or derived from the subject. */
type Of<Subject, Value> = Value | ((subject: Subject) => Value);

/** It waits for a second person, who decides on the page of the request. */
interface Waiting {
  readonly text: string;
  readonly request: string;
}

export interface ConfirmActionProps<Subject, Input, Answer = unknown> extends Pick<
  ConfirmDialogProps,
  'cancelLabel'
> {
  /** The record in question; null closes the dialog. */
  subject: Subject | null;
  change: Pick<UseMutationResult<Answer, Error, Input>, 'mutateAsync' | 'isPending'>;
  /** The input of the change for the subject. Undefined while something is missing. */
  input: (subject: Subject) => Input | undefined;
  title: (subject: Subject) => string;
  description: Of<Subject, ReactNode>;
  /** Null: it can only be closed. */
  confirmLabel: Of<Subject, string | null>;
  busyLabel?: Of<Subject, string> | undefined;
  tone?: Of<Subject, 'danger' | 'primary'> | undefined;
  /** Shown in a toast. */
  done: string | ((subject: Subject, answer: Answer) => string | Waiting);
  /** Shown when the server refuses without a reason. */
  failed: Of<Subject, string>;
  onClose: () => void;
  /** After the dialog has closed. */
  onDone?: (() => void) | undefined;
  /** Fields for the user to fill in. */
  children?: Of<Subject, ReactNode> | undefined;
}

/** Asks before an important change, and stays open with the reason when the server refuses it. */
export function ConfirmAction<Subject, Input, Answer = unknown>(
  props: ConfirmActionProps<Subject, Input, Answer>,
) {
  const { subject, change, input, title, done, failed, onClose, onDone } = props;
  const [error, setError] = useReason(subject !== null);
  // The texts stay while the change runs, which may alter the subject, and while the dialog fades
  // out.
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown && !change.isPending) setShown(subject);

  function close(): void {
    setError(null);
    onClose();
  }

  async function confirm(): Promise<void> {
    const values = subject === null ? undefined : input(subject);
    if (subject === null || values === undefined) return;
    setError(null);
    let told: string | Waiting;
    try {
      const answer = await change.mutateAsync(values);
      told = typeof done === 'string' ? done : done(subject, answer);
    } catch (cause) {
      setError(errorText(cause, textOf(failed, subject)));
      return;
    }
    if (typeof told === 'string') notify.success(told);
    else notify.waiting(told.text, told.request);
    close();
    onDone?.();
  }

  return (
    <ConfirmDialog
      open={subject !== null}
      onClose={close}
      onConfirm={confirm}
      {...(shown === null
        ? { title: '', description: null, confirmLabel: '' }
        : {
            title: title(shown),
            description: textOf(props.description, shown),
            confirmLabel: textOf(props.confirmLabel, shown),
            busyLabel: textOf(props.busyLabel, shown),
            tone: textOf(props.tone, shown),
          })}
      cancelLabel={props.cancelLabel}
      busy={change.isPending}
      error={error}
    >
      {shown === null ? null : textOf(props.children, shown)}
    </ConfirmDialog>
  );
}

/**
 * Why it failed, for the dialog. A refresh may find the record gone and take the dialog away, before or after
 * the reason is there; then a toast says it.
 */
function useReason(isOpen: boolean) {
  const [reason, setReason] = useState<string | null>(null);
  const unread = useRef<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = !isOpen;
    return () => {
      isGone.current = true;
      if (unread.current) notify.error(unread.current);
      unread.current = null;
      setReason(null);
    };
  }, [isOpen]);

  function set(next: string | null): void {
    if (next && isGone.current) notify.error(next);
    else setReason((unread.current = next));
  }
  return [reason, set] as const;
}

function textOf<Subject, Value>(text: Of<Subject, Value>, subject: Subject): Value {
  return typeof text === 'function' ? (text as (subject: Subject) => Value)(subject) : text;
}
