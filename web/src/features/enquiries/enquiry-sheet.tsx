import { answerBody, type Enquiry } from '@sente/contract/enquiries';
import { Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAnswerEnquiry, useDeleteEnquiry } from './enquiry-queries.ts';

interface EnquirySheetProps {
  enquiry: Enquiry | null;
  onClose: () => void;
}

/** One enquiry in full, with what staff do about it. */
export default function EnquirySheet({ enquiry, onClose }: EnquirySheetProps) {
  return (
    <Sheet open={enquiry !== null} onClose={onClose} title="Enquiry">
      {enquiry ? <Opened key={enquiry.id} enquiry={enquiry} onClose={onClose} /> : null}
    </Sheet>
  );
}

function Opened({ enquiry, onClose }: { enquiry: Enquiry; onClose: () => void }) {
  const canChange = useCan('staffCompanies');
  const { name, email, message, receivedAt, answer } = enquiry;
  const subject = encodeURIComponent('Your enquiry about Sente');
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        items={[
          { label: 'From', value: name },
          { label: 'Email', value: <span className="wrap-anywhere">{email}</span> },
          { label: 'Received', value: <DateText value={receivedAt} format="dateTime" /> },
          ...(answer
            ? [
                { label: 'Answered', value: <DateText value={answer.at} format="dateTime" /> },
                { label: 'Answered By', value: answer.by },
                { label: 'Note', value: answer.note ?? '-' },
              ]
            : []),
        ]}
      />
      <p className="max-w-prose rounded-lg border bg-surface-sunken p-4 wrap-anywhere whitespace-pre-line">
        {message}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`mailto:${email}?subject=${subject}`} icon={<Mail />}>
          Write an e-mail
        </ButtonLink>
        {canChange ? <DeleteButton enquiry={enquiry} onDone={onClose} /> : null}
      </div>
      {canChange && !answer ? <AnswerForm enquiry={enquiry} onDone={onClose} /> : null}
    </div>
  );
}

interface DoneProps {
  enquiry: Enquiry;
  onDone: () => void;
}

function AnswerForm({ enquiry, onDone }: DoneProps) {
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
  });
  return (
    <form
      noValidate
      aria-label="Mark as answered"
      onSubmit={form.submit}
      className="flex flex-col gap-4 border-t pt-5"
    >
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={500}
        hint="Optional, for colleagues. The visitor does not see it."
        readOnly={form.isBusy}
        {...form.field('note')}
      />
      <DialogError>{form.failure}</DialogError>
      <Button
        type="submit"
        variant="primary"
        busy={form.isBusy}
        busyLabel="Saving..."
        className="self-start"
      >
        Mark as answered
      </Button>
    </form>
  );
}

function DeleteButton({ enquiry, onDone }: DoneProps) {
  const [toDelete, setToDelete] = useState<Enquiry | null>(null);
  return (
    <>
      <Button icon={<Trash2 />} onClick={() => setToDelete(enquiry)}>
        Delete
      </Button>
      <ConfirmAction
        subject={toDelete}
        change={useDeleteEnquiry()}
        input={({ id }) => id}
        title={({ name }) => `Delete the enquiry from ${name}?`}
        description="It is deleted for good."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        tone="danger"
        done="Enquiry deleted"
        failed="Failed to delete the enquiry"
        onClose={() => setToDelete(null)}
        onDone={onDone}
      />
    </>
  );
}
