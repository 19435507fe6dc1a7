import {
  changedCompany,
  companyBody,
  type CompanyBody,
  type CompanyDetails,
  type CompanyInput,
} from '@sente/contract/companies';
import { phoneExample, phoneText } from '@sente/contract/phone';
import { ApiError } from '../../api/api-error.ts';
import { eachError, errorText } from '../../api/error-text.ts';
import { FormCard, useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useSameNameHint } from './same-name-hint.tsx';

interface CompanyFormProps {
  /** The company to change; undefined for a new one. */
  company?: CompanyDetails | undefined;
  onSubmit: (body: CompanyBody) => Promise<void>;
  /** Shown when the server refuses without a reason. */
  failureText: string;
  submitLabel?: string | undefined;
  cancelTo: string;
}

export function CompanyForm({
  company,
  onSubmit,
  failureText,
  submitLabel = 'Save Company',
  cancelTo,
}: CompanyFormProps) {
  const form = useContractForm<CompanyInput, CompanyBody>({
    schema: company ? changedCompany(company) : companyBody,
    mode: 'onChange',
    values: valuesOf(company),
    labels: company && labels,
    submit: onSubmit,
    failed: (error) => reasonOf(error, failureText),
  });
  const sameName = useSameNameHint(form.form.watch('name'), company);
  return (
    <FormCard
      label="Company"
      form={form}
      submitLabel={submitLabel}
      disabled={!form.isValid}
      cancelTo={cancelTo}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Company Name"
          required
          autoComplete="organization"
          hint={sameName}
          {...form.field('name')}
        />
        <TextField
          label="Email Address"
          required
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <TextField
          label="Phone Number"
          required
          type="tel"
          autoComplete="tel"
          placeholder={phoneExample}
          {...form.field('phone')}
        />
        <TextField
          label="Address"
          required
          autoComplete="street-address"
          {...form.field('address')}
        />
        <TextField
          label="Website"
          type="url"
          placeholder="https://example.com"
          {...form.field('website')}
        />
        <TextField
          label="Logo URL"
          type="url"
          placeholder="https://example.com/logo.png"
          hint="Kept as a note: only an uploaded logo is shown."
          {...form.field('logoUrl')}
        />
        <TextAreaField
          label="Description"
          className="sm:col-span-2"
          maxLength={2000}
          counter
          {...form.field('description')}
        />
      </div>
    </FormCard>
  );
}

const labels = {
  name: 'Company Name',
  email: 'Email Address',
  phone: 'Phone Number',
  address: 'Address',
  website: 'Website',
  logoUrl: 'Logo URL',
  description: 'Description',
} as const;

/** A validation error gets a toast per sentence; other errors get one. */
function reasonOf(error: unknown, failureText: string): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return errorText(error, failureText);
  eachError(error, 'Please check your input and try again').forEach((text) => notify.error(text));
  return undefined;
}

/** The form contains only editable fields: no id, no dates. */
function valuesOf(company: CompanyDetails | undefined): CompanyInput {
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: phoneText(company?.phone ?? ''),
    address: company?.address ?? '',
    website: company?.website ?? '',
    logoUrl: company?.logoUrl ?? '',
    description: company?.description ?? '',
  };
}
