import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RepeatQuestionProps {
  /** What the server said: which payment of the number is being checked. Null: nothing is. */
  doubt: string | null;
  isPayout: boolean;
  /** It is ordered all the same. */
  onConfirm: () => void;
  onClose: () => void;
}

const ofCollection = {
  title: 'This person may have paid already',
  advice: 'Ask only for something else',
  cancelLabel: 'Do not ask',
  confirmLabel: 'Ask all the same',
};
/** Confirmed, it is shown once more before it is sent. */
const ofPayout = {
  title: 'This person may have got it already',
  advice: 'Send only something else',
  cancelLabel: 'Do not send',
  confirmLabel: 'Go on all the same',
};

/** Before somebody is asked for money who may have paid it already, or is sent what they may have got. */
export function RepeatQuestion({ doubt, isPayout, onConfirm, onClose }: RepeatQuestionProps) {
  if (doubt === null) return null;
  const { advice, ...words } = isPayout ? ofPayout : ofCollection;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      description={`${doubt} ${advice}, or wait until it is decided: the payment then says what became of it.`}
      onConfirm={onConfirm}
      {...words}
    />
  );
}

/** Whether a payment of the number is being checked that may be paid already, and what the user said to that. */
export function useRepeatDoubt(isPayout: boolean) {
  const [doubt, setDoubt] = useState<string | null>(null);
  /** The number that the user confirmed, for one sending: what is checked later is another matter. */
  const confirmed = useRef<string | null>(null);
  /** As the server got it. */
  const asked = useRef<string | null>(null);
  return {
    answerTo: ({ phoneNumber }: { phoneNumber: string }) =>
      confirmed.current === phoneNumber ? { isRepeatConfirmed: true } : {},
    /** Of each sending that was refused, also for another reason. */
    hear: (error: unknown, { phoneNumber }: { phoneNumber: string }): void => {
      confirmed.current = null;
      if (!(error instanceof ApiError) || error.code !== 'being_checked') return;
      asked.current = phoneNumber;
      setDoubt(error.message);
    },
    questionOf: (submit: () => Promise<unknown>): RepeatQuestionProps => ({
      doubt,
      isPayout,
      onConfirm: () => {
        confirmed.current = asked.current;
        setDoubt(null);
        void submit();
      },
      onClose: () => setDoubt(null),
    }),
  };
}
