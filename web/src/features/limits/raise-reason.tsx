import { TextAreaField } from '../../ui/field.tsx';

interface RaiseReasonProps {
  value: string;
  onChange: (reason: string) => void;
  /** Somebody tried to send it. */
  isTried: boolean;
  readOnly: boolean;
}

export const isReason = (text: string): boolean => text.trim() !== '';

/** Shown as soon as something allows more than before: the second person decides by it. */
export function RaiseReason({ value, onChange, isTried, readOnly }: RaiseReasonProps) {
  return (
    <TextAreaField
      label="Reason"
      required
      maxLength={200}
      hint="Why the company may move more. The second person reads it."
      readOnly={readOnly}
      value={value}
      error={isTried && !isReason(value) ? 'A reason is required' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
