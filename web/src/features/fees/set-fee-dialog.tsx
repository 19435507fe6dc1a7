import type { Approval } from '@sente/contract/approval';
import { isLower, type FeeDirection, type FeeRule, type FeeSchedule } from '@sente/contract/fees';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatShortTime } from '../../lib/dates.ts';
import { kampalaTime } from '../../lib/kampala.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { waitingQuery } from '../../ui/waiting-requests.tsx';
import { FeeBands } from './fee-bands.tsx';
import {
  exampleOf,
  feeReader,
  fieldOf,
  firstWrong,
  ruleOf,
  startOf,
  valuesOf,
  type FeeValues,
  type OwnRules,
} from './fee-form.ts';
import { feeQueries, useAddFee, type FeeBody } from './fee-queries.ts';
import { directionLabels, ruleText, sortFees } from './fee-labels.ts';

interface SetFeeDialogProps {
  companyId: string;
  companyName: string;
  open: boolean;
  onClose: () => void;
}

export default function SetFeeDialog({ companyId, companyName, open, onClose }: SetFeeDialogProps) {
  const [standing, setStanding] = useState<Standing>('set');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Set Fee"
      description={`What ${companyName} pays for each payment. Payments that were accepted before keep their fee. A lower fee waits for a second person.`}
      submitLabel={standing === 'set' ? 'Set Fee' : 'Ask for Approval'}
      busyLabel={standing === 'set' ? 'Saving...' : 'Asking...'}
      disabled={standing === 'refused'}
    >
      {/* Starts with what applies now each time it is opened. */}
      {(frame) =>
        open ? <FeeForm {...{ frame, companyId, onClose }} onStanding={setStanding} /> : null
      }
    </FormDialog>
  );
}

/** Of what is typed: it is set, asked for because it is lower, or cannot be asked for while another waits. */
type Standing = 'set' | 'asked' | 'refused';

interface FeeFormProps {
  frame: FormFrame;
  companyId: string;
  onClose: () => void;
  onStanding: (standing: Standing) => void;
}

function FeeForm({ frame, companyId, onClose, onStanding }: FeeFormProps) {
  const { mutateAsync } = useAddFee(companyId);
  const { ownRules, ruleNow, ruleAt, planned, nextAfter } = useRules(companyId);
  const [openedAt] = useState(kampalaMinute);
  const [kept, setKept] = useState<Partial<Record<FeeDirection, FeeValues>>>({});
  const fields = useContractForm<FeeValues, FeeBody>({
    schema: feeReader(ownRules),
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    values: valuesOf('collection', ruleNow('collection')),
    // The default would focus the field that was mounted first, and bands come and go.
    shouldFocusError: false,
    invalid: (wrong) => {
      const name = firstWrong(wrong);
      if (name) fields.form.setFocus(name);
    },
    submit: async (body) => {
      const { meta } = await mutateAsync(body);
      if (meta?.approvalId) {
        notify.waiting('The lower fee waits for a second person', paths.approval(meta.approvalId));
      } else notify.success('Fee set successfully');
      onClose();
    },
    failed: 'Failed to set fee',
    isInline: true,
    fieldOf,
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as FeeValues;
  const now = ruleNow(values.direction);
  const waiting = useWaitingFee(companyId, values.direction);
  const typed = ruleOf(values);
  const next = typed && nextAfter(values.direction, startOf(values));
  // As the server does: it is lower than what would apply then.
  const before = ruleAt(values.direction, startOf(values));
  const isLowered = typed !== null && before !== undefined && isLower(typed, before);
  const standing = isLowered ? (waiting ? 'refused' : 'asked') : 'set';
  useEffect(() => onStanding(standing), [onStanding, standing]);
  /** Each direction has its own fee; what was typed for it comes back with it. */
  const follow = (direction: FeeDirection) => {
    setKept({ ...kept, [values.direction]: values });
    form.reset(valuesOf(direction, ruleNow(direction)));
    const earlier = kept[direction];
    if (earlier) form.reset(earlier, { keepDefaultValues: true });
  };
  const text = (name: 'percent' | 'minimum' | 'maximum' | 'startsAt') => ({
    ...field(name),
    readOnly: isBusy,
  });

  return (
    <DialogForm label="Fee" frame={frame} form={fields}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Direction"
          options={Object.entries(directionLabels).map(([value, label]) => ({ value, label }))}
          hint={nowText(now, planned(values.direction))}
          {...form.register('direction', {
            onChange: ({ target }: { target: HTMLSelectElement }) =>
              follow(target.value as FeeDirection),
          })}
        />
        <SelectField
          label="Kind of Fee"
          options={[
            { value: 'percent', label: 'Percent of the amount' },
            { value: 'banded', label: 'By amount, in bands' },
          ]}
          {...form.register('kind')}
        />
      </div>
      {waiting ? <WaitingFee request={waiting} direction={values.direction} /> : null}
      {values.kind === 'percent' ? (
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            label="Percent"
            required
            inputMode="decimal"
            placeholder="1.5"
            {...text('percent')}
          />
          <MoneyField label="Minimum" placeholder="None" {...text('minimum')} />
          <MoneyField label="Maximum" placeholder="None" {...text('maximum')} />
        </div>
      ) : (
        <FeeBands form={form} disabled={isBusy} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Starts"
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a date and time' },
          ]}
          {...form.register('starts')}
        />
        {values.starts === 'later' ? (
          <TextField
            label="Date and Time"
            required
            type="datetime-local"
            hint="In Kampala time"
            min={openedAt}
            {...text('startsAt')}
          />
        ) : null}
      </div>
      <p
        role="status"
        className="tabular rounded-lg border bg-surface-sunken px-3 py-2 text-13 text-muted"
      >
        {exampleOf(values, before) ?? 'Fill in the fee to see what a payment of UGX 10,000 costs.'}
        {next
          ? ` It applies until ${formatShortTime(next.effectiveFrom)}, when ${ruleText(next.rule)} begins.`
          : null}
        {standing === 'asked' ? ' It is lower, so a second person approves it.' : null}
        {standing === 'refused' ? ' It is lower, so the one that waits is decided first.' : null}
      </p>
    </DialogForm>
  );
}

/** What applies, and will. The card behind the dialog has read it. */
function useRules(companyId: string) {
  const { data = [] } = useQuery(feeQueries.ofCompany(companyId));
  const { data: ofAll } = useQuery(feeQueries.settlementRule(companyId));
  const { current, planned } = sortFees(data);
  const ownRules: OwnRules = (direction) => current[direction]?.rule;
  const orOfAll = (direction: FeeDirection, own: FeeRule | undefined): FeeRule | undefined =>
    own ?? (direction === 'settlement' ? ofAll : undefined);
  const ruleNow = (direction: FeeDirection) => orOfAll(direction, ownRules(direction));
  return {
    ownRules,
    ruleNow,
    /** Null for now. */
    ruleAt: (direction: FeeDirection, at: string | null): FeeRule | undefined => {
      if (at === null) return ruleNow(direction);
      // Newest first.
      const own = data.find(
        (fee) => fee.direction === direction && Date.parse(fee.effectiveFrom) <= Date.parse(at),
      );
      return orOfAll(direction, own?.rule);
    },
    /** Of what is planned, the first that begins after that moment; null for now. */
    nextAfter: (direction: FeeDirection, at: string | null): FeeSchedule | undefined =>
      // The next one first.
      planned.find(
        (fee) =>
          fee.direction === direction &&
          (at === null || Date.parse(fee.effectiveFrom) > Date.parse(at)),
      ),
    planned: (direction: FeeDirection) => planned.find((fee) => fee.direction === direction),
  };
}

function nowText(now: FeeRule | undefined, planned: FeeSchedule | undefined): string {
  const text = `Now: ${now ? ruleText(now) : 'No fee'}`;
  return planned
    ? `${text}. From ${formatShortTime(planned.effectiveFrom)}: ${ruleText(planned.rule)}`
    : text;
}

/** At most one of each direction waits. */
function useWaitingFee(companyId: string, direction: FeeDirection): Approval | undefined {
  const { data } = useQuery(waitingQuery({ kind: 'fee', companyId }));
  return data?.rows.find(({ feeOf }) => feeOf === direction);
}

/** A second lower fee of the direction is refused while one waits. */
function WaitingFee({ request, direction }: { request: Approval; direction: FeeDirection }) {
  return (
    <Banner
      tone="warning"
      title={`A fee on ${directionLabels[direction].toLowerCase()} waits already`}
    >
      {request.sentence} Another lower one can be set once it is decided.{' '}
      <Link to={paths.approval(request.id)} className="rounded-sm underline underline-offset-3">
        Open the request
      </Link>
    </Banner>
  );
}

/** The current minute in the format of a datetime-local input. */
function kampalaMinute(): string {
  return kampalaTime(new Date().toISOString()).slice(0, 16).replace(' ', 'T');
}
