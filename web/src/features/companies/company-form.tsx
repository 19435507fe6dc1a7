import { zodResolver } from '@hookform/resolvers/zod';
import {
  companyBody,
  type CompanyBody,
  type CompanyDetails,
  type CompanyInput,
} from '@sente/contract/companies';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { eachError, errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';

interface CompanyFormProps {
  /** The company to change; left out for a new one. */
  company?: CompanyDetails | undefined;
  onSubmit: (body: CompanyBody) => Promise<void>;
  /** Shown when the server refuses without a word. */
  failureText: string;
  submitLabel?: string | undefined;
  cancelTo: string;
}

/** In the order of the page. */
const fieldNames = [
  'name',
  'email',
  'phone',
  'address',
  'website',
  'logoUrl',
  'description',
] as const satisfies readonly (keyof CompanyInput)[];

export function CompanyForm({
  company,
  onSubmit,
  failureText,
  submitLabel = 'Save Company',
  cancelTo,
}: CompanyFormProps) {
  const form = useForm<CompanyInput, unknown, CompanyBody>({
    resolver: zodResolver(companyBody),
    mode: 'onChange',
    defaultValues: valuesOf(company),
  });
  const { errors, isSubmitting, isValid, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (body) => {
    try {
      await onSubmit(body);
    } catch (error) {
      tellWhy(error, failureText);
      pointAtFields(form, error, fieldNames);
    }
  });

  const text = (name: keyof CompanyInput) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });

  return (
    <form noValidate onSubmit={submit} aria-label="Company">
      <Card
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={cancelTo} data-discard="">
              Cancel
            </ButtonLink>
            <Button
              type="submit"
              variant="primary"
              busy={isSubmitting}
              busyLabel="Saving..."
              disabled={!isValid}
            >
              {submitLabel}
            </Button>
          </div>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Company Name" required autoComplete="organization" {...text('name')} />
          <TextField
            label="Email Address"
            required
            type="email"
            autoComplete="email"
            {...text('email')}
          />
          <TextField
            label="Phone Number"
            required
            type="tel"
            autoComplete="tel"
            {...text('phone')}
          />
          <TextField label="Address" required autoComplete="street-address" {...text('address')} />
          <TextField
            label="Website"
            type="url"
            placeholder="https://example.com"
            {...text('website')}
          />
          <TextField
            label="Logo URL"
            type="url"
            placeholder="https://example.com/logo.png"
            {...text('logoUrl')}
          />
          <TextAreaField
            label="Description"
            className="sm:col-span-2"
            maxLength={2000}
            counter
            {...text('description')}
          />
        </div>
      </Card>
    </form>
  );
}

/** Refused input gets a toast for each sentence; anything else gets one. */
function tellWhy(error: unknown, failureText: string): void {
  if (error instanceof ApiError && error.status === 400) {
    eachError(error, 'Please check your input and try again').forEach((text) => notify.error(text));
  } else {
    notify.error(errorText(error, failureText));
  }
}

/** The form holds what can be typed and nothing else: no id, no dates. */
function valuesOf(company: CompanyDetails | undefined): CompanyInput {
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    address: company?.address ?? '',
    website: company?.website ?? '',
    logoUrl: company?.logoUrl ?? '',
    description: company?.description ?? '',
  };
}
