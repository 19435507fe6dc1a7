import { type ReactNode, useEffect, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from './button.tsx';
import type { ContractForm } from './contract-form.tsx';
import { DialogError } from './dialog-parts.tsx';
import { Dialog } from './dialog.tsx';
import { ReadOnlyNote, useIsReadOnly } from './read-only.tsx';
import type { DialogProps } from './windows.tsx';

/** What a form needs from its dialog. */
export interface FormFrame {
  /** The id of the form, which the button in the footer submits. */
  readonly formId: string;
  readonly isBusy: boolean;
  readonly setIsBusy: (isBusy: boolean) => void;
}

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'children' | 'onEscape'> {
  submitLabel: string;
  busyLabel: string;
  disabled?: boolean | undefined;
  /** A step back, in place of Cancel. */
  onBack?: (() => void) | undefined;
  /** Replaces Cancel and the submit button. */
  footer?: ReactNode;
  children: (frame: FormFrame) => ReactNode;
}

/** A dialog around a form, with Cancel and the submit button in its footer. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel, disabled, onBack, footer, children, ...rest } = props;
  const { busy = false, ...dialog } = rest;
  const formId = useId();
  const [isSending, setIsBusy] = useState(false);
  const isBusy = busy || isSending;
  const isReadOnly = useIsReadOnly();
  return (
    <Dialog
      {...dialog}
      busy={isBusy}
      onEscape={onBack}
      footer={
        footer ?? (
          <>
            <Button disabled={isBusy} onClick={onBack ?? dialog.onClose}>
              {onBack ? 'Back' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isBusy}
              busyLabel={busyLabel}
              disabled={disabled || isReadOnly}
              // The second click of a double click would confirm the next step unread.
              onClick={(event) => {
                if (event.detail > 1) event.preventDefault();
              }}
            >
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      <ReadOnlyNote className="mb-4" />
      {children({ formId, isBusy, setIsBusy })}
    </Dialog>
  );
}

interface DialogFormProps {
  /** The form's name for screen readers. */
  label: string;
  frame: FormFrame;
  form: Pick<ContractForm<FieldValues>, 'submit' | 'isBusy' | 'failure' | 'meanwhile'>;
  children: ReactNode;
}

/** A contract form in a FormDialog; the reason of a failure is shown below its fields. */
export function DialogForm({ label, frame, form, children }: DialogFormProps) {
  const { formId, setIsBusy } = frame;
  const { isBusy } = form;
  useEffect(() => {
    setIsBusy(isBusy);
    return () => setIsBusy(false);
  }, [isBusy, setIsBusy]);
  return (
    <form id={formId} noValidate onSubmit={form.submit} aria-label={label}>
      <div className="flex flex-col gap-5">{children}</div>
      {form.meanwhile ? <div className="mt-5">{form.meanwhile}</div> : null}
      <DialogError>{form.failure}</DialogError>
    </form>
  );
}
