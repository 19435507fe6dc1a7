import type { BodyOf } from '@sente/contract/endpoint';
import { eventTypes, type EventType } from '@sente/contract/event-types';
import {
  maxWebhooks,
  ownWebhookBody,
  webhookDescriptionMaxLength,
  type NewOwnWebhook,
  type OwnWebhook,
  type ownWebhooks,
} from '@sente/contract/own-webhooks';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { eventLabel } from '../../ui/delivery-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { WebhookFailureText } from '../../ui/webhook-failure.tsx';
import { useAddWebhook, useUpdateWebhook } from './own-webhook-queries.ts';

interface OwnWebhookDialogProps {
  open: boolean;
  /** Null for a new one. */
  webhook: OwnWebhook | null;
  onClose: () => void;
  /** With the secret of a new one. */
  onSaved: (made: NewOwnWebhook | null) => void;
}

export default function OwnWebhookDialog({
  open,
  webhook,
  onClose,
  onSaved,
}: OwnWebhookDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={webhook ? 'Change Webhook' : 'Add Webhook'}
      description={`Each event is posted to its address as JSON, signed with its own secret. Up to ${maxWebhooks} webhooks.`}
      submitLabel={webhook ? 'Save Webhook' : 'Add Webhook'}
      busyLabel="Saving..."
    >
      {/* Starts anew each time it is opened. */}
      {(frame) => (open ? <WebhookFields {...{ frame, webhook, onSaved }} /> : null)}
    </FormDialog>
  );
}

/** Types have dots, which would be paths of the form library. */
type TypeField = `on${number}`;
interface WebhookValues extends Record<TypeField, boolean> {
  url: string;
  description: string;
  which: 'all' | 'some';
  state: 'on' | 'off';
}
type WebhookBody = Omit<BodyOf<typeof ownWebhooks.create>, 'currentPassword' | 'code' | 'passkey'>;

const fieldOfType = (type: EventType): TypeField => `on${eventTypes.indexOf(type)}`;
const fieldOf = (name: string): keyof WebhookValues =>
  name === 'eventTypes' ? 'on0' : (name as keyof WebhookValues);

const resolver: Resolver<WebhookValues, unknown, WebhookBody> = (values) => {
  const chosen = eventTypes.filter((type) => values[fieldOfType(type)]);
  const result = z.safeParse(ownWebhookBody, {
    url: values.url,
    description: values.description,
    eventTypes: values.which === 'all' ? null : chosen,
    isActive: values.state === 'on',
  });
  if (result.success) return { values: result.data, errors: {} };
  const errors: Partial<Record<keyof WebhookValues, { type: string; message: string }>> = {};
  for (const { path, message } of result.error.issues) {
    errors[fieldOf(String(path[0]))] ??= { type: 'custom', message };
  }
  return { values: {}, errors: errors as FieldErrors<WebhookValues> };
};

function valuesOf(webhook: OwnWebhook | null): WebhookValues {
  const types = eventTypes.map((type) => [
    fieldOfType(type),
    webhook?.eventTypes?.includes(type) ?? false,
  ]);
  return {
    ...(Object.fromEntries(types) as Record<TypeField, boolean>),
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    which: webhook?.eventTypes ? 'some' : 'all',
    state: webhook?.isActive === false ? 'off' : 'on',
  };
}

const whichOptions = [
  { value: 'all', label: 'All, also those that come later' },
  { value: 'some', label: 'Only some' },
] as const;
const stateOptions = [
  { value: 'on', label: 'Send events' },
  { value: 'off', label: 'Switched off' },
] as const;

const labels = {
  ...Object.fromEntries(eventTypes.map((type) => [fieldOfType(type), eventLabel(type)])),
  url: 'Address',
  description: 'Description',
  which: { label: 'Events', text: (value: unknown) => labelOf(whichOptions, value) },
  state: { label: 'State', text: (value: unknown) => labelOf(stateOptions, value) },
};

function labelOf(options: readonly { value: string; label: string }[], value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? 'none';
}

interface WebhookFieldsProps extends Pick<OwnWebhookDialogProps, 'webhook' | 'onSaved'> {
  frame: FormFrame;
}

function WebhookFields({ frame, webhook, onSaved }: WebhookFieldsProps) {
  const add = useAddWebhook();
  const update = useUpdateWebhook();
  const fields = useContractForm<WebhookValues, WebhookBody>({
    schema: resolver,
    mode: 'onSubmit',
    values: valuesOf(webhook),
    labels: webhook ? labels : undefined,
    submit: async (body) => {
      if (!webhook) return onSaved(await add.mutateAsync(body));
      // The edited version: the server refuses it if the webhook has changed since.
      await update.mutateAsync({ id: webhook.id, ...body, updatedAt: webhook.updatedAt });
      return onSaved(null);
    },
    failed: 'The webhook could not be saved',
    fieldOf,
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const { which } = useWatch({ control: form.control }) as WebhookValues;
  return (
    <DialogForm label="Webhook" frame={frame} form={fields}>
      {webhook?.failing ? (
        <Banner tone="danger" title="Failing">
          <WebhookFailureText failing={webhook.failing} />
        </Banner>
      ) : null}
      <TextField
        label="Address"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks/sente"
        readOnly={isBusy}
        {...field('url')}
        hint="A public https address of your server"
      />
      <TextField
        label="Description"
        maxLength={webhookDescriptionMaxLength}
        readOnly={isBusy}
        {...field('description')}
        hint="Optional, such as Web shop"
      />
      <SelectField label="Events" required options={whichOptions} {...field('which')} />
      {which === 'some' ? (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 text-13 font-medium">Which events</legend>
          {eventTypes.map((type) => (
            <Checkbox
              key={type}
              label={eventLabel(type)}
              description={type}
              {...field(fieldOfType(type))}
            />
          ))}
        </fieldset>
      ) : null}
      <SelectField label="State" required options={stateOptions} {...field('state')} />
    </DialogForm>
  );
}
