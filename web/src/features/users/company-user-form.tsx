import type { User } from '@sente/contract/users';
import {
  type FieldErrors,
  type Resolver,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import {
  type CompanyUserInput,
  type CompanyUserValues,
  fieldNames,
  type NewCompanyUserValues,
  resolveChanged,
  resolveNew,
  roleOptionsFor,
  valuesOf,
} from './company-user-form-values.ts';

interface CompanyUserFormProps<Values> {
  onSubmit: (values: Values) => Promise<void>;
  cancelTo: string;
}

export function CreateCompanyUserForm(props: CompanyUserFormProps<NewCompanyUserValues>) {
  return (
    <CompanyUserForm
      {...props}
      resolver={resolveNew}
      failureText="Failed to create user"
      submitLabel="Create User"
      busyLabel="Creating..."
    />
  );
}

interface EditCompanyUserFormProps extends CompanyUserFormProps<CompanyUserValues> {
  user: User;
  isSelf: boolean;
}

export function EditCompanyUserForm(props: EditCompanyUserFormProps) {
  return (
    <CompanyUserForm
      {...props}
      resolver={resolveChanged}
      failureText="Failed to update user"
      submitLabel="Save Changes"
      busyLabel="Saving..."
    />
  );
}

interface SharedFormProps<Values extends CompanyUserValues> extends CompanyUserFormProps<Values> {
  /** Left out: somebody new, who needs a password. */
  user?: User;
  isSelf?: boolean;
  resolver: Resolver<CompanyUserInput, unknown, Values>;
  /** Shown when the server refuses without a word. */
  failureText: string;
  submitLabel: string;
  busyLabel: string;
}

function CompanyUserForm<Values extends CompanyUserValues>(props: SharedFormProps<Values>) {
  const { user, isSelf = false, resolver, onSubmit, failureText } = props;
  const form = useForm<CompanyUserInput, unknown, Values>({
    resolver,
    // Checked when it is sent. What was wrong then is right until it is sent again.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    defaultValues: valuesOf(user),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit({ ...values, phoneNumber: values.phoneNumber?.trim() || null });
    } catch (error) {
      notify.error(errorText(error, failureText));
      pointAtFields(form, error, fieldNames);
    }
  });

  const fields = fieldsOf(form, errors);
  return (
    <form noValidate onSubmit={submit} aria-label="User" className="flex flex-col gap-4">
      <PersonalInformation fields={fields} />
      <Card
        title="Account Information"
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={props.cancelTo} data-discard="">
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={props.busyLabel}>
              {props.submitLabel}
            </Button>
          </div>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Username"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fields.username}
          />
          <SelectField
            label="Role"
            options={roleOptionsFor(user)}
            hint={isSelf ? 'You cannot change your own role' : undefined}
            {...fields.roles}
            disabled={isSelf}
          />
          {user ? null : <Passwords fields={fields} />}
        </div>
        <ActiveChoice fields={fields} isSelf={isSelf} />
      </Card>
    </form>
  );
}

/**
 * All of them at once, in the order of the page: the first that is wrong gets the focus. An edit
 * clears the field's error; that of the repeated password is also about the first one.
 */
function fieldsOf<Values>(
  form: UseFormReturn<CompanyUserInput, unknown, Values>,
  errors: FieldErrors<CompanyUserInput>,
): Fields {
  const entries = fieldNames.map((name) => {
    const cleared = name === 'password' ? ([name, 'confirmPassword'] as const) : name;
    const onChange = () => form.clearErrors(cleared);
    return [name, { ...form.register(name, { onChange }), error: errors[name]?.message }];
  });
  return Object.fromEntries(entries) as Fields;
}

/** What wires each input to the form. */
type Fields = Record<keyof CompanyUserInput, UseFormRegisterReturn & { error: string | undefined }>;

const phoneExample = '+256 772 123456';

function PersonalInformation({ fields }: { fields: Fields }) {
  return (
    <Card title="Personal Information">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First Name" required autoComplete="off" {...fields.firstName} />
        <TextField label="Last Name" required autoComplete="off" {...fields.lastName} />
        <TextField
          label="Email Address"
          required
          type="email"
          autoComplete="off"
          {...fields.email}
        />
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="off"
          placeholder={phoneExample}
          hint={`With the country code, such as ${phoneExample}`}
          {...fields.phoneNumber}
        />
      </div>
    </Card>
  );
}

function Passwords({ fields }: { fields: Fields }) {
  return (
    <>
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        hint="At least 6 characters"
        {...fields.password}
      />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        {...fields.confirmPassword}
      />
    </>
  );
}

function ActiveChoice({ fields, isSelf }: { fields: Fields; isSelf: boolean }) {
  return (
    <Checkbox
      className="mt-6 border-t pt-5"
      label="Active user (user can log in)"
      description={isSelf ? '(You cannot deactivate yourself)' : undefined}
      {...fields.isActive}
      disabled={isSelf}
    />
  );
}
