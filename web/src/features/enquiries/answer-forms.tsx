import { answerBody, replyBody, type Enquiry } from '@sente/contract/enquiries';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAnswerEnquiry, useReplyToEnquiry } from './enquiry-queries.ts';

export interface DoneProps {
  enquiry: Enquiry;
  onDone: () => void;
}

interface ReplyFormProps extends DoneProps {
  /** Otherwise the answer is only shown, to whoever asked in the client portal. */
  sendsMail: boolean;
}

export function ReplyForm({ enquiry, sendsMail, onDone }: ReplyFormProps) {
  const { email, company } = enquiry;
  const { mutateAsync } = useReplyToEnquiry();
  const form = useContractForm({
    schema: replyBody,
    mode: 'onSubmit',
    values: { text: enquiry.answer?.text ?? '' },
    submit: async ({ text }) => {
      await mutateAsync({ id: enquiry.id, text });
      notify.success(sendsMail ? `The answer is on its way to ${email}` : 'Answered');
      onDone();
    },
    failed: 'Failed to send the answer',
    isInline: true,
  });
  return (
    <form
      noValidate
      aria-label="Send answer"
      onSubmit={form.submit}
      className="flex flex-col gap-4 border-t pt-5"
    >
      <TextAreaField
        label="Answer"
        rows={6}
        maxLength={4000}
        // Whoever opens it came to answer.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        hint={[
          ...(sendsMail
            ? [`Mailed to ${email} with a greeting and your name, and kept here.`]
            : []),
          ...(company ? [`Shown to ${company.name} in the client portal.`] : []),
        ].join(' ')}
        readOnly={form.isBusy}
        {...form.field('text')}
      />
      <DialogError>{form.failure}</DialogError>
      <Button
        type="submit"
        variant="primary"
        busy={form.isBusy}
        busyLabel="Sending..."
        className="self-start"
      >
        {enquiry.answer ? 'Send Again' : 'Send answer'}
      </Button>
    </form>
  );
}

interface AnswerFormProps extends DoneProps {
  /** Whether it is the only way of answering. */
  isMain: boolean;
}

export function AnswerForm({ enquiry, isMain, onDone }: AnswerFormProps) {
  const { mutateAsync } = useAnswerEnquiry();
  const form = useContractForm({
    schema: answerBody,
    mode: 'onSubmit',
    values: { note: '' },
    submit: async ({ note }) => {
      await mutateAsync({ id: enquiry.id, note });
      notify.success('Marked as answered');
      onDone();
    },
    failed: 'Failed to mark the enquiry as answered',
    isInline: true,
  });
  return (
    <form
      noValidate
      aria-label="Mark as answered"
      onSubmit={form.submit}
      className="flex flex-col gap-4 border-t pt-5"
    >
      {isMain ? null : <p className="text-muted">Answered in another way, such as by phone?</p>}
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={500}
        hint="Optional, for colleagues. Whoever asked does not see it."
        readOnly={form.isBusy}
        {...form.field('note')}
      />
      <DialogError>{form.failure}</DialogError>
      <Button
        type="submit"
        variant={isMain ? 'primary' : 'secondary'}
        busy={form.isBusy}
        busyLabel="Saving..."
        className="self-start"
      >
        Mark as answered
      </Button>
    </form>
  );
}
