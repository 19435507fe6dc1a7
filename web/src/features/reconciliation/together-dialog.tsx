import {
  caseActionLabel,
  caseActions,
  caseKinds,
  waitDayProblem,
  type CaseAction,
} from '@sente/contract/case-kinds';
import { type ReconciliationCase } from '@sente/contract/reconciliation';
import { requiredText } from '@sente/contract/fields';
import { kindWord } from '@sente/contract/movement-words';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { LegsTable } from '../../ui/legs-table.tsx';
import { SelectField } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { BalancesNote } from './balances-note.tsx';
import { reconciliationQueries, useProposeTogether } from './reconciliation-queries.ts';

interface TogetherDialogProps {
  open: boolean;
  /** Of one kind. */
  cases: readonly ReconciliationCase[];
  onClose: () => void;
  onDone: () => void;
}

/** One proposal for several cases, with what each posts. */
export default function TogetherDialog({ open, cases, onClose, onDone }: TogetherDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={cases.length === 1 ? 'Settle 1 case' : `Settle ${cases.length} cases`}
      description="A second person approves them together, and each is posted by itself."
      submitLabel="Propose"
      busyLabel="Proposing..."
    >
      {(frame) => (open ? <TogetherForm {...{ frame, cases, onClose, onDone }} /> : null)}
    </FormDialog>
  );
}

const schema = z
  .object({
    action: z.enum(caseActions),
    until: z.string(),
    note: requiredText('Note is required', 200),
  })
  .check(
    z.refine(({ action, until }) => action !== 'wait' || !waitDayProblem(until, Date.now()), {
      path: ['until'],
      error: ({ input }) => waitDayProblem((input as { until: string }).until, Date.now()),
    }),
  );

function TogetherForm({
  frame,
  cases,
  onClose,
  onDone,
}: Omit<TogetherDialogProps, 'open'> & { frame: FormFrame }) {
  const propose = useProposeTogether();
  const [first] = cases;
  const atBank = first?.network === 'BANK';
  const actions = first
    ? caseKinds[first.kind].actions.filter((action) => action !== 'float' || !atBank)
    : [];
  const fields = useContractForm({
    schema,
    values: { action: actions[0] ?? 'wait', until: '', note: '' },
    submit: async ({ action, until, note }) => {
      const caseIds = cases.map(({ id }) => id);
      await propose.mutateAsync({ caseIds, action, note, ...(action === 'wait' && { until }) });
      notify.success('Proposed. A second person has to approve them.');
      onDone();
      onClose();
    },
    failed: 'Failed to propose it',
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const action = useWatch({ control: form.control, name: 'action' });
  return (
    <DialogForm label="Settle the cases" frame={frame} form={fields}>
      <SelectField
        label="Action"
        options={actions.map((value, index) => ({
          value,
          label: `${caseActionLabel(value, first?.network ?? 'MTN')}${index === 0 ? ' (suggested)' : ''}`,
        }))}
        {...field('action')}
      />
      {action === 'wait' ? (
        <TextField type="date" label="Until" required min={kampalaDay(-1)} {...field('until')} />
      ) : (
        <Previews cases={cases} action={action} />
      )}
      <TextAreaField
        label="Note"
        hint="Why this is right. The second person reads it."
        required
        maxLength={200}
        readOnly={isBusy}
        {...field('note')}
      />
    </DialogForm>
  );
}

function Previews({ cases, action }: { cases: readonly ReconciliationCase[]; action: CaseAction }) {
  const ids = cases.map(({ id }) => id);
  const query = useQuery(reconciliationQueries.previewTogether(ids, action));
  const { data, failure, isLoading } = queryState(query);
  return (
    <section aria-label="What it posts" aria-live="polite" className="flex flex-col gap-3">
      {isLoading ? <SkeletonRows count={3} label="Working out what it posts" /> : null}
      {failure ? (
        <Banner tone="danger" title="This cannot be done now">
          {errorSentences(query.error, 'Please try again.')}
        </Banner>
      ) : null}
      {data?.map(({ number, postings }) => (
        <details key={number} open={cases.length === 1} className="rounded-lg border px-4 py-2.5">
          <summary className="cursor-pointer">
            Case {number}{' '}
            <span className="text-muted">
              {postings
                .map(({ kind, companyName }) => `${kindWord(kind)} in the books of ${companyName}`)
                .join(', ')}
            </span>
          </summary>
          {postings.map(({ kind, legs }, index) => (
            // Two postings may look the same; the order of an answer never changes.
            <LegsTable key={`${index} ${kind}`} legs={legs} isBooked />
          ))}
        </details>
      ))}
      {data?.some(({ postings }) => postings.length > 0) ? <BalancesNote /> : null}
    </section>
  );
}
