import type { Enquiry } from '@sente/contract/enquiries';
import { Mail, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { AnswerForm, ReplyForm, type DoneProps } from './answer-forms.tsx';
import { useDeleteEnquiry, useReopenEnquiry } from './enquiry-queries.ts';

interface EnquirySheetProps {
  enquiry: Enquiry | null;
  /** Whether answers can be mailed from here. */
  sendsMail: boolean;
  onClose: () => void;
}

/** One enquiry in full, with what staff do about it. */
export default function EnquirySheet({ enquiry, sendsMail, onClose }: EnquirySheetProps) {
  return (
    <Sheet open={enquiry !== null} onClose={onClose} title="Enquiry">
      {enquiry ? (
        <Opened key={enquiry.id} enquiry={enquiry} sendsMail={sendsMail} onClose={onClose} />
      ) : null}
    </Sheet>
  );
}

interface OpenedProps extends EnquirySheetProps {
  enquiry: Enquiry;
}

function Opened({ enquiry, sendsMail, onClose }: OpenedProps) {
  const canChange = useCan('staffCompanies');
  const { name, email, message, company, receivedAt, answer } = enquiry;
  // Somebody of a company reads the answer in the portal, whether mail is sent or not.
  const canReply = sendsMail || company !== null;
  // A colleague who answers meanwhile takes nobody the text that they type.
  const [toAnswer, setToAnswer] = useState(isUnanswered(enquiry) ? enquiry : null);
  const subject = encodeURIComponent('Your enquiry about Sente');
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        columns={1}
        items={[
          { label: 'From', value: name },
          ...(company
            ? [
                {
                  label: 'Company',
                  value: (
                    <>
                      <Link to={paths.company(company.id)} className="link rounded-sm">
                        {company.name}
                      </Link>{' '}
                      ·{' '}
                      <Link to={paths.companyLimits(company.id)} className="link rounded-sm">
                        Limits
                      </Link>
                    </>
                  ),
                },
              ]
            : []),
          {
            label: 'Email',
            value: (
              <span className="flex items-center gap-2">
                <EmailWords email={email} />
                <CopyButton value={email} label="Email" />
              </span>
            ),
          },
          { label: 'Received', value: <DateText value={receivedAt} format="shortTime" /> },
          ...(answer
            ? [
                { label: 'Answered', value: <DateText value={answer.at} format="shortTime" /> },
                { label: 'Answered By', value: answer.by },
                { label: 'Note', value: answer.note ?? '-' },
              ]
            : []),
        ]}
      />
      <p className="max-w-prose rounded-lg border bg-surface-sunken p-4 wrap-anywhere whitespace-pre-line">
        {message}
      </p>
      {answer ? <MailedAnswer answer={answer} /> : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`mailto:${email}?subject=${subject}`} icon={<Mail />}>
          Write an email
        </ButtonLink>
        {canChange && answer?.text === null ? (
          <ReopenButton enquiry={enquiry} onReopened={setToAnswer} />
        ) : null}
        {canChange ? <DeleteButton enquiry={enquiry} onDone={onClose} /> : null}
      </div>
      {canChange && toAnswer ? (
        <>
          {answer && !isUnanswered(enquiry) ? (
            <Banner tone="warning" title={`${answer.by} answered this meanwhile`}>
              What you typed is still here, but is not sent any more.
            </Banner>
          ) : null}
          {canReply ? (
            <ReplyForm enquiry={toAnswer} sendsMail={sendsMail} onDone={onClose} />
          ) : (
            <Banner title="No mail is sent from here">
              This installation has no mail server. Write from your own mailbox, then mark the
              enquiry as answered.
            </Banner>
          )}
          <AnswerForm enquiry={toAnswer} isMain={!canReply} onDone={onClose} />
        </>
      ) : null}
    </div>
  );
}

/** One that is too long for its line breaks before the @, and inside a word only if that is not enough. */
function EmailWords({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

function isUnanswered({ answer }: Enquiry): boolean {
  return !answer || answer.isUndelivered;
}

/** What staff wrote, and whether it arrived. */
function MailedAnswer({ answer }: { answer: NonNullable<Enquiry['answer']> }) {
  const { text, problem, isUndelivered } = answer;
  if (text === null) return null;
  return (
    <section aria-labelledby="mailed-answer" className="flex flex-col gap-2">
      <h3 id="mailed-answer" className="font-medium">
        Answer
      </h3>
      <p className="max-w-prose rounded-lg border p-4 wrap-anywhere whitespace-pre-line">{text}</p>
      {problem ? (
        <p className="text-13 text-danger-text">
          The mail has not arrived: {problem}.{isUndelivered ? null : ' It is tried again.'}
        </p>
      ) : null}
    </section>
  );
}

interface ReopenButtonProps {
  enquiry: Enquiry;
  onReopened: (enquiry: Enquiry) => void;
}

/** Undoes a mark; what was mailed stays answered. */
function ReopenButton({ enquiry, onReopened }: ReopenButtonProps) {
  const { isPending, mutateAsync } = useReopenEnquiry();
  const reopen = async (id: string): Promise<void> => onReopened((await mutateAsync(id)).data);
  return (
    <ChangeButton
      icon={<Undo2 />}
      change={{ isPending, mutateAsync: reopen }}
      input={enquiry.id}
      done={() => 'Marked as not answered'}
      failed="Failed to mark the enquiry as not answered"
    >
      Mark as not answered
    </ChangeButton>
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
