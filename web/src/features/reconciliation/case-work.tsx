import type { CaseDetails, ReconciliationCase } from '@sente/contract/reconciliation';
import { noteBody } from '@sente/contract/reconciliation';
import { useId } from 'react';
import { errorText } from '../../api/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAssignCase, useNoteCase } from './reconciliation-queries.ts';

const severityBadges = {
  high: { tone: 'danger', word: 'High' },
  medium: { tone: 'warning', word: 'Medium' },
  low: { tone: 'neutral', word: 'Low' },
} as const;

/** How urgent it is; nothing for a settled case. */
export function Severity({ of: { severity } }: { of: Pick<ReconciliationCase, 'severity'> }) {
  if (severity === null) return null;
  const { tone, word } = severityBadges[severity];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Who works on it and until when, and what people write about it. */
export function CaseWork({ of }: { of: CaseDetails }) {
  const assign = useAssignCase(of.id);
  const isMine = of.assignee?.isReader ?? false;
  const change = async (): Promise<void> => {
    try {
      await assign.mutateAsync({ isMine: !isMine });
    } catch (error) {
      notify.error(errorText(error, 'Failed to change who works on it'));
    }
  };
  return (
    <Card
      title="Work"
      description={of.dueOn ? 'Due by its amount: the larger, the sooner.' : undefined}
      actions={
        of.state === 'open' ? (
          <Button size="sm" busy={assign.isPending} onClick={() => void change()}>
            {isMine ? 'Give it back' : of.assignee ? 'Take it over' : 'Take it'}
          </Button>
        ) : undefined
      }
    >
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-muted">Works on it</dt>
        <dd>{of.assignee?.name ?? 'Nobody yet'}</dd>
        {of.dueOn ? (
          <>
            <dt className="text-muted">Due</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <DateText value={of.dueOn} /> <Severity of={of} />
            </dd>
          </>
        ) : null}
      </dl>
      <NoteForm id={of.id} />
    </Card>
  );
}

function NoteForm({ id }: { id: string }) {
  const formId = useId();
  const note = useNoteCase(id);
  const form = useContractForm({
    schema: noteBody,
    values: { text: '' },
    submit: async (body) => {
      await note.mutateAsync(body);
      form.form.reset();
    },
    failed: 'Failed to write the note',
  });
  return (
    <form
      id={formId}
      noValidate
      aria-label="Write a note"
      onSubmit={(event) => void form.submit(event)}
      className="flex flex-col gap-3"
    >
      <TextAreaField
        label="For colleagues"
        hint="It stays in the history of the case."
        maxLength={500}
        {...form.field('text')}
      />
      <div className="flex justify-end">
        {/* Beside the one that settles the case, which is what the page is for. */}
        <SubmitButton form={formId} variant="secondary" busy={form.isBusy} busyLabel="Writing...">
          Write the note
        </SubmitButton>
      </div>
    </form>
  );
}
