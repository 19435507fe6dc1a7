import {
  apiKeyBody,
  keyNameMaxLength,
  maxLiveKeys,
  type apiKeys,
  type NewApiKey,
} from '@sente/contract/api-keys';
import type { BodyOf } from '@sente/contract/endpoint';
import { dayMs, startOfDay } from '@sente/contract/kampala';
import { keyScopes, type KeyScope } from '@sente/contract/key-scopes';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { scopeWords } from './api-key-columns.tsx';
import { useCreateKey } from './api-key-queries.ts';

interface CreateKeyDialogProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: NewApiKey) => void;
}

export default function CreateKeyDialog({ open, onClose, onMade }: CreateKeyDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create API Key"
      description={`For one of your systems, with only what that system needs. Up to ${maxLiveKeys} keys can work at a time.`}
      submitLabel="Create Key"
      busyLabel="Creating..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <CreateForm {...{ frame, onMade }} /> : null)}
    </FormDialog>
  );
}

/** The typed texts, before they are parsed. */
interface KeyValues extends Record<KeyScope, boolean> {
  name: string;
  kind: 'secret' | 'pair';
  publicKey: string;
  addresses: string;
  /** A day in Kampala; empty: never. */
  lastDay: string;
}
type KeyBody = Omit<BodyOf<typeof apiKeys.create>, 'currentPassword' | 'code' | 'passkey'>;

const kindOptions = [
  { value: 'secret', label: 'A secret that we make' },
  { value: 'pair', label: 'Your own key pair (Ed25519)' },
] as const;

/** The names of the contract, at the fields of this form. */
function fieldOf(name: string): keyof KeyValues {
  const fields: Record<string, keyof KeyValues> = {
    scopes: 'collect',
    allowedAddresses: 'addresses',
    endsAt: 'lastDay',
  };
  return fields[name] ?? (name as keyof KeyValues);
}

function bodyOf(values: KeyValues): Record<string, unknown> {
  const { name, kind, publicKey, addresses, lastDay } = values;
  return {
    name,
    scopes: keyScopes.filter((scope) => values[scope]),
    allowedAddresses: addresses.split(/[\s,;]+/).filter((address) => address !== ''),
    endsAt: lastDay === '' ? null : new Date(startOfDay(lastDay) + dayMs).toISOString(),
    publicKey: kind === 'pair' ? publicKey : null,
  };
}

const resolver: Resolver<KeyValues, unknown, KeyBody> = (values) => {
  const result = z.safeParse(apiKeyBody, bodyOf(values));
  const errors: Partial<Record<keyof KeyValues, { type: string; message: string }>> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    errors[fieldOf(String(path[0]))] ??= { type: 'custom', message };
  }
  if (values.kind === 'pair' && values.publicKey.trim() === '') {
    errors.publicKey = { type: 'custom', message: 'Public key is required' };
  }
  return result.success && Object.keys(errors).length === 0
    ? { values: result.data, errors: {} }
    : { values: {}, errors: errors as FieldErrors<KeyValues> };
};

interface CreateFormProps {
  frame: FormFrame;
  onMade: (made: NewApiKey) => void;
}

function CreateForm({ frame, onMade }: CreateFormProps) {
  const create = useCreateKey();
  const fields = useContractForm<KeyValues, KeyBody>({
    schema: resolver,
    mode: 'onSubmit',
    values: {
      name: '',
      collect: false,
      payout: false,
      read: true,
      kind: 'secret',
      publicKey: '',
      addresses: '',
      lastDay: '',
    },
    submit: async (body) => onMade(await create.mutateAsync(body)),
    failed: 'The API key could not be created',
    fieldOf,
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const { kind } = useWatch({ control: form.control }) as KeyValues;
  return (
    <DialogForm label="New API key" frame={frame} form={fields}>
      <TextField
        label="Name"
        required
        maxLength={keyNameMaxLength}
        readOnly={isBusy}
        {...field('name')}
        hint="Of the system that uses it, such as Web shop"
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-13 font-medium">What it may do</legend>
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeWords[scope].label}
            description={scopeWords[scope].hint}
            {...field(scope)}
          />
        ))}
      </fieldset>
      <SelectField label="Signed With" required options={kindOptions} {...field('kind')} />
      {kind === 'pair' ? <PublicKeyField readOnly={isBusy} {...field('publicKey')} /> : null}
      <TextAreaField
        label="Allowed Addresses"
        rows={2}
        spellCheck={false}
        readOnly={isBusy}
        {...field('addresses')}
        hint="Optional: addresses or ranges of your servers, such as 203.0.113.7 or 203.0.113.0/24"
      />
      <TextField
        label="Last Day"
        type="date"
        readOnly={isBusy}
        {...field('lastDay')}
        hint="Optional, in Kampala"
      />
    </DialogForm>
  );
}

type PublicKeyFieldProps = Omit<Parameters<typeof TextAreaField>[0], 'label'>;

/** The private half stays with the company. */
export function PublicKeyField(props: PublicKeyFieldProps) {
  return (
    <TextAreaField
      {...props}
      label="Public Key"
      required
      rows={3}
      spellCheck={false}
      className="font-mono"
      hint="In PEM or Base64. Keep the private key to yourself: we never need it."
    />
  );
}
