import {
  platformSettings,
  platformSettingsBody,
  type PlatformSettings,
  type PlatformSettingsUpdate,
} from '@sente/contract/platform-settings';
import { formatUgx } from '@sente/contract/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { forForms } from '../../api/query-options.ts';
import { queryState } from '../../api/query-state.ts';
import { invalidFormat } from '../../api/read.ts';
import { paths } from '../../lib/paths.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { WaitingNotice } from '../../ui/waiting-requests.tsx';

const OwnProofDialog = lateWindow(() => import('../factors/own-proof-dialog.tsx'));

const settingsKey = key('settings', 'platform');

const query = queryOptions({
  queryKey: settingsKey,
  queryFn: async ({ signal }): Promise<PlatformSettings> => {
    const { data } = await call(platformSettings.get, { signal });
    if (!isRecord(data)) throw invalidFormat(200);
    return data;
  },
  ...forForms,
});

/** For staff who may change what applies to the whole platform. */
export default function PlatformTab() {
  const { data, failure, isLoading } = queryState(useQuery(query));
  if (isLoading) {
    return (
      <Card>
        <SkeletonRows count={3} label="Loading platform settings" />
      </Card>
    );
  }
  return (
    <>
      {failure ? (
        <ErrorPanel
          title="Failed to load platform settings"
          retryLabel="Try Again"
          failure={failure}
        />
      ) : null}
      <div className="mb-4 empty:hidden">
        <WaitingNotice
          title="A change of these settings waits for a second person"
          kind="limit"
          limitOf="platform-settings"
        />
      </div>
      {data ? <PlatformForm saved={data} /> : null}
    </>
  );
}

const labels = {
  depositLimit: { label: 'Deposit Limit', text: (value: unknown) => formatUgx(Number(value)) },
  payoutExpiryDays: { label: 'Payouts Expire After', text: daysText },
  approvalExpiryDays: { label: 'Other Requests Expire After', text: daysText },
  settlementFee: { label: 'Settlement Fee', text: (value: unknown) => formatUgx(Number(value)) },
  examinationDays: { label: 'Live Keys Need an Examination', text: daysText },
  staffNeedFactor: 'Staff Need a Second Factor',
} as const;

function daysText(value: unknown): string {
  return value === 1 ? '1 day' : `${String(value)} days`;
}

/** Which of the settings are not stored yet: "Deposit Limit and Settlement Fee wait for a second person". */
function waitingText(asked: PlatformSettings, stored: PlatformSettings | null): string {
  const names = (Object.keys(labels) as (keyof PlatformSettings)[])
    .filter((name) => stored && asked[name] !== stored[name])
    .map((name) => {
      const told = labels[name];
      return typeof told === 'string' ? told : told.label;
    });
  if (names.length === 0) return 'The change waits for a second person';
  const last = names.at(-1) ?? '';
  const first = names.slice(0, -1).join(', ');
  return first === ''
    ? `${last} waits for a second person`
    : `${first} and ${last} wait for a second person`;
}

function PlatformForm({ saved }: { saved: PlatformSettings }) {
  const { mutateAsync } = useChange({
    send: (body: PlatformSettingsUpdate) => call(platformSettings.update, { body }),
    invalidates: [settingsKey, keys.approvals.all],
    edits: settingsKey,
  });
  /** Waits for the own password. */
  const [toProve, setToProve] = useState<PlatformSettings | null>(null);
  const { form, field, submit, isBusy, failure, meanwhile } = useContractForm<
    PlatformSettings,
    PlatformSettings
  >({
    schema: platformSettingsBody,
    mode: 'onTouched',
    values: saved,
    labels,
    submit: async (body) => {
      if (saved.staffNeedFactor && !body.staffNeedFactor) setToProve(body);
      else await save(body);
    },
    failed: 'Failed to save platform settings',
  });
  async function save(body: PlatformSettingsUpdate): Promise<void> {
    const { data, meta } = await mutateAsync({ ...body, basedOn: saved });
    if (meta?.approvalId) {
      const request = paths.approval(meta.approvalId);
      notify.waiting(waitingText(body, data), request);
    } else notify.success('Platform settings saved');
    form.reset(data ?? body);
  }
  const number = (name: keyof PlatformSettings) => ({
    required: true,
    readOnly: isBusy,
    inputMode: 'numeric' as const,
    ...field(name, { setValueAs: (typed: string | number) => readAmount(`${typed}`) }),
  });

  return (
    <>
      <form noValidate onSubmit={submit} aria-label="Platform settings">
        <Card
          title="Platform"
          description="For the whole platform. A change that needs two people waits until a second person approves it; every other applies at once."
          footer={
            <div className="flex justify-end">
              <SubmitButton busy={isBusy} busyLabel="Saving..." disabled={!form.formState.isDirty}>
                Save Settings
              </SubmitButton>
            </div>
          }
        >
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <MoneyField
              label="Deposit Limit"
              hint="What one person can deposit a day without a second person. Needs two people when raised."
              {...number('depositLimit')}
            />
            <TextField
              label="Payouts Expire After"
              suffix="days"
              hint="A payout that nobody approves fails then, and its money is free again. Needs two people when lowered."
              {...number('payoutExpiryDays')}
            />
            <TextField
              label="Other Requests Expire After"
              suffix="days"
              hint="For what is asked for from now on. Needs two people when lowered."
              {...number('approvalExpiryDays')}
            />
            <MoneyField
              label="Settlement Fee"
              hint="For each settlement of a company to its bank, on top of what arrives. Needs two people when lowered."
              {...number('settlementFee')}
            />
            <TextField
              label="Live Keys Need an Examination"
              suffix="days"
              hint="New live keys need an examination in test mode that was passed within so many days; 0 for none. Needs two people when raised or set to 0."
              {...number('examinationDays')}
            />
            <Switch
              label="Staff Need a Second Factor"
              className="sm:col-span-2"
              description="Whoever has none can only set one up after signing in. Needs two people when switched off."
              disabled={isBusy}
              {...form.register('staffNeedFactor')}
            />
            {meanwhile ? <div className="sm:col-span-2">{meanwhile}</div> : null}
            {failure ? (
              <Banner tone="danger" className="sm:col-span-2">
                {failure}
              </Banner>
            ) : null}
          </div>
        </Card>
      </form>
      <p className="mt-4 text-13 text-muted">
        <Link to={paths.blockedNumbers()} className="link rounded-sm">
          Numbers blocked for all companies
        </Link>
      </p>
      <OwnProofDialog
        open={toProve !== null}
        title="Ask for staff without a second factor?"
        description="A second person has to approve it. Whoever knows a password of staff can then sign in with it. The other administrators are told."
        submitLabel="Save Settings"
        busyLabel="Saving..."
        failed="Failed to save platform settings"
        send={async (shown) => {
          if (toProve) await save({ ...toProve, ...shown });
          setToProve(null);
        }}
        onClose={() => setToProve(null)}
      />
    </>
  );
}
