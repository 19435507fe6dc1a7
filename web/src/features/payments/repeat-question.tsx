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
