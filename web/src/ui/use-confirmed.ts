import { useState } from 'react';
import { errorText } from '../api/error-text.ts';
import { notify } from './toast.tsx';

interface Confirmation<Subject> {
  /** What is asked about; null: the dialog is closed. */
  subject: Subject | null;
  act: (subject: Subject) => Promise<unknown>;
  done: string | ((subject: Subject) => string);
  /** Shown when the server refuses without a word. */
  failed: string;
  onClose: () => void;
  /** After it is done and the dialog closed. */
  onDone?: (() => void) | undefined;
}

/** For a dialog that asks first, and stays open with the reason when the server refuses. */
export function useConfirmed<Subject>(confirmation: Confirmation<Subject>) {
  const { subject, act, done, failed, onClose, onDone } = confirmation;
  const [error, setError] = useState<string | null>(null);

  function close(): void {
    setError(null);
    onClose();
  }

  async function confirm(): Promise<void> {
    // A dialog that fades away still has its button.
    if (subject === null) return;
    setError(null);
    try {
      await act(subject);
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

  return { error, close, confirm };
}
