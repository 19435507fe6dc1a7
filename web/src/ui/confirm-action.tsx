import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '../api/error-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './windows.tsx';
import { notify } from './toast.tsx';

interface ConfirmActionProps<Subject, Input> extends Pick<
  ConfirmDialogProps,
  'confirmLabel' | 'busyLabel' | 'cancelLabel' | 'tone'
> {
  /** What is asked about; null closes the dialog. */
  subject: Subject | null;
  change: Pick<UseMutationResult<unknown, Error, Input>, 'mutateAsync' | 'isPending'>;
  /** What the change needs to know of the subject. Undefined: something is still missing. */
  input: (subject: Subject) => Input | undefined;
  title: (subject: Subject) => string;
  description: ReactNode | ((subject: Subject) => ReactNode);
  /** Said in a toast. */
  done: string | ((subject: Subject) => string);
  /** Shown when the server refuses without a reason. */
  failed: string;
  onClose: () => void;
  /** After the dialog has closed. */
  onDone?: (() => void) | undefined;
  /** What the person has to fill in. */
  children?: ReactNode;
}

/** Asks before a change that matters, and stays open with the reason when the server refuses it. */
export function ConfirmAction<Subject, Input>(props: ConfirmActionProps<Subject, Input>) {
  const { subject, change, input, title, description, done, failed, onClose, onDone } = props;
  const [error, setError] = useState<string | null>(null);
  // The texts stay while the dialog fades away.
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);

  function close(): void {
    setError(null);
    onClose();
  }

  async function confirm(): Promise<void> {
    const values = subject === null ? undefined : input(subject);
    if (subject === null || values === undefined) return;
    setError(null);
    try {
      await change.mutateAsync(values);
    } catch (cause) {
      const reason = errorText(cause, failed);
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success(typeof done === 'string' ? done : done(subject));
    close();
    onDone?.();
  }

  return (
    <ConfirmDialog
      open={subject !== null}
      onClose={close}
      onConfirm={confirm}
      title={shown === null ? '' : title(shown)}
      description={
        typeof description === 'function' ? shown !== null && description(shown) : description
      }
      confirmLabel={props.confirmLabel}
      busyLabel={props.busyLabel}
      cancelLabel={props.cancelLabel}
      tone={props.tone}
      busy={change.isPending}
      error={error}
    >
      {props.children}
    </ConfirmDialog>
  );
}
