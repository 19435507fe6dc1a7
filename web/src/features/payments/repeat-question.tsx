import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RepeatQuestionProps {
  /** What the server said: which payment of the number is being checked. Null: nothing is. */
  doubt: string | null;
  /** The person is to be asked all the same. */
  onConfirm: () => void;
  onClose: () => void;
}

/** Before somebody is asked for money who may have paid it already. */
export function RepeatQuestion({ doubt, onConfirm, onClose }: RepeatQuestionProps) {
  if (doubt === null) return null;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="This person may have paid already"
      description={`${doubt} Ask only for something else, or wait until it is decided: the payment then says what became of it.`}
      cancelLabel="Do not ask"
      confirmLabel="Ask all the same"
      onConfirm={onConfirm}
    />
  );
}

/** Whether a payment of the number is being checked that may be paid already, and what the user said to that. */
export function useRepeatDoubt() {
  const [doubt, setDoubt] = useState<string | null>(null);
  /** The number that the user confirmed. */
  const confirmed = useRef<string | null>(null);
  /** As the server got it. */
  const asked = useRef<string | null>(null);
  return {
    answerTo: ({ phoneNumber }: { phoneNumber: string }) =>
      confirmed.current === phoneNumber ? { isRepeatConfirmed: true } : {},
    hear: (error: unknown, { phoneNumber }: { phoneNumber: string }): void => {
      if (!(error instanceof ApiError) || error.code !== 'being_checked') return;
      asked.current = phoneNumber;
      setDoubt(error.message);
    },
    questionOf: (submit: () => Promise<unknown>): RepeatQuestionProps => ({
      doubt,
      onConfirm: () => {
        confirmed.current = asked.current;
        setDoubt(null);
        void submit();
      },
      onClose: () => setDoubt(null),
    }),
  };
}
