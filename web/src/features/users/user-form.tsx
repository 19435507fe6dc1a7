import { zodResolver } from '@hookform/resolvers/zod';
import {
  createUserBody,
  updateUserBody,
  type CreateUserBody,
  type UpdateUserBody,
  type User,
} from '@sente/contract/users';
import { Controller, useForm, type Control, type Resolver } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { CompanyPicker } from '../companies/company-picker.tsx';

/** What can be typed. */
interface UserInput {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
  companyId: string;
  phoneNumber: string;
  isActive: boolean;
}

/** In the order of the page. */
const fieldNames = [
  'firstName',
  'lastName',
  'email',
  'username',
  'password',
  'companyId',
  'phoneNumber',
  'isActive',
] as const satisfies readonly (keyof UserInput)[];

interface UserFormProps<Body> {
  onSubmit: (body: Body) => Promise<void>;
  /** Shown when the server refuses without a word. */
  failureText: string;
  submitLabel: string;
  cancelTo: string;
}

export function CreateUserForm(props: UserFormProps<CreateUserBody>) {
  return (
    <UserForm
      {...props}
      values={valuesOf(undefined)}
      resolver={zodResolver(createUserBody) as Resolver<UserInput, unknown, CreateUserBody>}
      passwordRequired
    />
  );
}

interface EditUserFormProps extends UserFormProps<UpdateUserBody> {
  user: User;
  /** One's own password is changed elsewhere, where the current one is asked for. */
  isSelf: boolean;
}

export function EditUserForm({ user, isSelf, ...props }: EditUserFormProps) {
  return (
    <UserForm
      {...props}
      values={valuesOf(user)}
      resolver={editResolver}
      passwordHint={
        isSelf ? 'Change your own password in Settings' : 'Leave blank to keep the current password'
      }
      passwordDisabled={isSelf}
    />
  );
}

const resolveEdit = zodResolver(updateUserBody) as Resolver<UserInput, unknown, UpdateUserBody>;

/** A blank password keeps the current one, so it is left out of what is checked and sent. */
const editResolver: typeof resolveEdit = ({ password, ...values }, context, options) =>
  resolveEdit((password === '' ? values : { ...values, password }) as UserInput, context, options);

interface SharedFormProps<Body extends UpdateUserBody> extends UserFormProps<Body> {
  values: UserInput;
  resolver: Resolver<UserInput, unknown, Body>;
  passwordRequired?: boolean;
  passwordHint?: string;
  passwordDisabled?: boolean;
}

function UserForm<Body extends UpdateUserBody>({
  values,
  resolver,
  onSubmit,
  failureText,
  submitLabel,
  cancelTo,
  passwordRequired = false,
  passwordHint,
  passwordDisabled = false,
}: SharedFormProps<Body>) {
  const form = useForm<UserInput, unknown, Body>({
    resolver,
    mode: 'onTouched',
    defaultValues: values,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (body) => {
    try {
      await onSubmit({ ...body, phoneNumber: body.phoneNumber || null });
    } catch (error) {
      notify.error(errorText(error, failureText));
      pointAtFields(form, error, fieldNames);
    }
  });

  const text = (name: keyof UserInput) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });

  return (
    <form noValidate onSubmit={submit} aria-label="User">
      <Card
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={cancelTo} data-discard="">
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
              {submitLabel}
            </Button>
          </div>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First Name" required autoComplete="off" {...text('firstName')} />
          <TextField label="Last Name" required autoComplete="off" {...text('lastName')} />
          <TextField label="Email" required type="email" autoComplete="off" {...text('email')} />
          <TextField
            label="Username"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...text('username')}
          />
          <PasswordField
            label="Password"
            required={passwordRequired}
            autoComplete="new-password"
            hint={passwordHint ?? 'At least 6 characters'}
            disabled={passwordDisabled}
            {...text('password')}
          />
          <CompanyChoice control={form.control as unknown as Control<UserInput>} />
          <TextField label="Phone" type="tel" autoComplete="off" {...text('phoneNumber')} />
        </div>
        <Switch
          className="mt-6 border-t pt-5"
          label="Active"
          description="Inactive users cannot sign in"
          {...form.register('isActive')}
        />
      </Card>
    </form>
  );
}

function CompanyChoice({ control }: { control: Control<UserInput> }) {
  return (
    <Controller
      control={control}
      name="companyId"
      render={({ field, fieldState }) => (
        <CompanyPicker
          label="Company"
          required
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function valuesOf(user: User | undefined): UserInput {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    username: user?.username ?? '',
    password: '',
    companyId: user?.companyId ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    isActive: user?.isActive ?? true,
  };
}
