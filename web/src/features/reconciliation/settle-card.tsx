import { kindWord } from '@sente/contract/movement-words';
import {
  caseActionLabel,
  caseTexts,
  waitDayProblem,
  type CaseAction,
} from '@sente/contract/case-kinds';
import { type CaseDetails } from '@sente/contract/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { errorSentences, errorText } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { formatDate } from '../../lib/dates.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { LegsTable } from '../../ui/legs-table.tsx';
import { PairTable } from '../../ui/sides-table.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { SelectField } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { BalancesNote } from './balances-note.tsx';
import { reconciliationQueries, useProposeAction } from './reconciliation-queries.ts';

/** What can be done, what it posts, and the proposal to a second person. */
export function SettleCard({ of }: { of: CaseDetails }) {
  const formId = useId();
  const note = useRef<HTMLTextAreaElement>(null);
  const day = useRef<HTMLInputElement>(null);
  const [action, setAction] = useState<CaseAction>(of.actions[0] ?? 'wait');
  const [until, setUntil] = useState('');
  const [otherCaseId, setOtherCaseId] = useState(of.candidates[0]?.id ?? '');
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [dayProblem, setDayProblem] = useState<string>();
  const propose = useProposeAction(of.id);
  const waits = action === 'wait';
  const matches = action === 'match';
  const chosen = of.candidates.find(({ id }) => id === otherCaseId);

  useUnsavedWarning(text.trim() !== '');
  const submit = useSubmitOnce(send);

  async function send(): Promise<void> {
    setIsTried(true);
    const problem = waits ? waitDayProblem(until, Date.now()) : undefined;
    setDayProblem(problem);
    if (problem) return day.current?.focus();
    if (text.trim() === '') return note.current?.focus();
    try {
      await propose.mutateAsync({
        action,
        note: text.trim(),
        ...(waits && { until }),
        ...(matches && { otherCaseId }),
      });
      notify.success('Proposed. A second person has to approve it.');
    } catch (error) {
      notify.error(errorText(error, 'Failed to propose it'));
    }
    return undefined;
  }

  return (
    <Card title="Settle it" description="You propose it, and a second person approves it.">
      <form
        id={formId}
        noValidate
        aria-label="Settle the case"
        onSubmit={submit}
        className="flex flex-col gap-5"
      >
        {of.waitingAlike > 0 ? (
          <Banner tone="info" title="Its other side may not be late yet">
            {of.theirs && of.ours === null
              ? 'A booking of the same number and amount waits for its line.'
              : 'A line of the same number and amount waits for its booking.'}{' '}
            If it stays alone, both can be made a pair, and no money moves.
          </Banner>
        ) : null}
        <SelectField
          label="Action"
          value={action}
          onChange={(event) => setAction(event.target.value as CaseAction)}
          options={of.actions.map((value, index) => ({
            value,
            label: `${caseActionLabel(value, of.network)}${index === 0 ? ' (suggested)' : ''}`,
          }))}
        />
        {waits ? (
          <TextField
            ref={day}
            type="date"
            label="Until"
            required
            min={kampalaDay(-1)}
            value={until}
            error={dayProblem}
            onChange={(event) => {
              setUntil(event.target.value);
              setDayProblem(undefined);
            }}
          />
        ) : null}
        {matches ? (
          <SelectField
            label="Other case"
            hint="Their line and our booking become a pair. Nothing is posted."
            value={otherCaseId}
            onChange={(event) => setOtherCaseId(event.target.value)}
            options={of.candidates.map((one) => ({
              value: one.id,
              label: candidateText(one, of.network),
            }))}
          />
        ) : null}
        {matches && chosen ? <PairTable pair={chosen.pair} isBank={of.network === 'BANK'} /> : null}
        {waits || matches ? null : <Postings id={of.id} action={action} />}
        <TextAreaField
          ref={note}
          label="Note"
          hint="Why this is right. The second person reads it."
          required
          maxLength={200}
          value={text}
          error={isTried && text.trim() === '' ? 'Note is required' : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex justify-end">
          <SubmitButton form={formId} busy={propose.isPending} busyLabel="Proposing...">
            Propose
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

function candidateText(
  { number, kind, day, reference, company }: CaseDetails['candidates'][number],
  network: CaseDetails['network'],
): string {
  const about = [caseTexts(kind, network).label, formatDate(day), company, reference];
  return `Case ${number}: ${about.filter(Boolean).join(', ')}`;
}

/** Whoever approves sees what whoever proposed saw. */
export function ProposedPostings({ id, action }: { id: string; action: CaseAction }) {
  if (action === 'wait' || action === 'match') return null;
  return (
    <Card title="What it posts" description="If it is approved now.">
      <Postings id={id} action={action} />
    </Card>
  );
}

/** What an action would post now, by the code that posts it. */
function Postings({ id, action }: { id: string; action: CaseAction }) {
  const query = useQuery(reconciliationQueries.preview(id, action));
  const { data, failure, isLoading } = queryState(query);
  return (
    <section aria-label="What it posts" aria-live="polite" className="flex flex-col gap-4">
      {isLoading ? <SkeletonRows count={3} label="Working out what it posts" /> : null}
      {failure ? (
        <Banner tone="danger" title="This cannot be done now">
          {errorSentences(query.error, 'Please try again.')}
        </Banner>
      ) : null}
      {data?.postings.map(({ kind, description, companyName, legs }, index) => (
        // Two postings may look the same; the order of an answer never changes.
        <div key={`${index} ${kind}`} className="rounded-lg border px-4 py-3">
          <p className="font-medium">
            {kindWord(kind)}
            <span className="font-normal text-muted"> in the books of {companyName}</span>
          </p>
          <p className="mb-2 text-13 text-muted wrap-anywhere">{description}</p>
          <LegsTable legs={legs} isBooked />
        </div>
      ))}
      {data?.postings.length ? <BalancesNote /> : null}
    </section>
  );
}
