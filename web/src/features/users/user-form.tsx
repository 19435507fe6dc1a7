import { replacedPasswordHint, temporaryPasswordHint } from '@sente/contract/fields';
import { phoneText } from '@sente/contract/phone';
import type { RoleDetails } from '@sente/contract/roles';
import {
  createUserBody,
  updateUserBody,
  type CreateUserBody,
  type UpdateUserBody,
  type User,
} from '@sente/contract/users';
import { Controller, type Control } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormCard, useContractForm, type ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { CompanyPicker } from '../companies/company-picker.tsx';
import { AccessChoice, type Access } from './access-choice.tsx';
import { OtherEmailHint } from './new-email.tsx';
import { firstRole, isCompanyRole, RoleChoice } from './role-choice.tsx';
import { OwnEmailFields, useOwnEmailProof } from './own-email-proof.tsx';

type UserInput = ReturnType<typeof valuesOf>;
type Checked<Body> = z.core.$ZodType<Body, UserInput>;

interface UserFormProps<Body> {
  onSubmit: (body: Body, role: string) => Promise<void>;
  cancelTo: string;
}

interface CreateUserFormProps {
  /** With the role that is given after the user is created; null if the body has it. */
  onSubmit: (body: CreateUserBody, roleId: string | null) => Promise<void>;
  cancelTo: string;
  roles: readonly RoleDetails[];
}

export function CreateUserForm({ onSubmit, roles, ...props }: CreateUserFormProps) {
  return (
    <UserForm
      {...props}
      roles={roles}
      onSubmit={(body, role) => onSubmit(body, isCompanyRole(role) ? null : role)}
      schema={newUser}
      failed="Failed to create user"
      submitLabel="Create User"
      password={{ required: true, hint: temporaryPasswordHint }}
    />
  );
}

interface EditUserFormProps extends UserFormProps<UpdateUserBody> {
  user: User;
  /** Users change their own password in Settings, which requires the current one. */
  isSelf: boolean;
}

export function EditUserForm({ isSelf, ...props }: EditUserFormProps) {
  return (
    <UserForm
      {...props}
      schema={changedUser(props.user, isSelf)}
      failed="Failed to update user"
      submitLabel="Save Changes"
      isSelf={isSelf}
      password={
        isSelf
          ? { disabled: true, hint: 'Change your own password in Settings' }
          : { hint: replacedPasswordHint }
      }
    />
  );
}

/** Whoever is invited gets no password. Other roles than those of companies are given afterwards. */
const newUser = z.pipe(
  z.transform<UserInput, z.input<typeof createUserBody>>((typed) => {
    const { access, password, role, currentPassword: _, code: __, ...values } = typed;
    return {
      ...values,
      ...(access === 'password' && { password }),
      // The server gives the first one by itself.
      ...(isCompanyRole(role) && role !== firstRole && { roles: [role] }),
    };
  }),
  createUserBody,
);
/** What is not sent is not checked either. The code is added when it is shown. */
function changedUser(user: User, isSelf: boolean) {
  return z.pipe(
    z.transform<UserInput, z.input<typeof updateUserBody>>((typed) => {
      const { access: _, code: __, role: ___, password, currentPassword, ...rest } = typed;
      const { companyId, ...values } = rest;
      return {
        ...values,
        // A blank one keeps the current password.
        ...(password !== '' && { password }),
        ...(isSelf && typed.email !== user.email && { currentPassword }),
        // Staff need no company.
        ...(!(user.isStaff && companyId === '') && { companyId }),
      };
    }),
    updateUserBody,
  );
}

interface SharedFormProps<Body extends UpdateUserBody> extends UserFormProps<Body> {
  user?: User;
  schema: Checked<Body>;
  /** Shown when the server refuses without a reason. */
  failed: string;
  submitLabel: string;
  password: { required?: boolean; disabled?: boolean; hint: string };
  isSelf?: boolean;
  /** To choose from for a new user. */
  roles?: readonly RoleDetails[];
}

/** As the form calls them; a company is known by its id alone. */
const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  username: 'Username',
  companyId: { label: 'Company', text: () => 'another one' },
  phoneNumber: 'Phone',
  isActive: 'Active',
} as const;

function UserForm<Body extends UpdateUserBody>(props: SharedFormProps<Body>) {
  const { user, schema, onSubmit, failed, password, submitLabel, cancelTo } = props;
  const proof = useOwnEmailProof(failed);
  const form: ContractForm<UserInput, Body> = useContractForm<UserInput, Body>({
    schema,
    mode: 'onTouched',
    values: valuesOf(user),
    labels: user && labels,
    submit: (body) =>
      proof.show((shown) =>
        onSubmit(
          { ...body, phoneNumber: body.phoneNumber || null, ...shown },
          form.form.getValues('role'),
        ),
      ),
    failed: (error) => proof.failed(error),
  });
  const { field } = form;
  const [email, access, isActive, companyId, role] = form.form.watch([
    'email',
    'access',
    'isActive',
    'companyId',
    'role',
  ]);
  return (
    <FormCard label="User" form={form} submitLabel={submitLabel} cancelTo={cancelTo}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First Name" required autoComplete="off" {...field('firstName')} />
        <TextField label="Last Name" required autoComplete="off" {...field('lastName')} />
        <TextField
          label="Email"
          required
          type="email"
          autoComplete="off"
          hint={
            user && !props.isSelf && email !== user.email ? (
              <OtherEmailHint user={user} isActive={isActive} />
            ) : undefined
          }
          {...field('email')}
        />
        <TextField
          label="Username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        {user && props.isSelf && email !== user.email ? (
          <OwnEmailFields
            userId={user.id}
            field={field}
            typed={form.form.getValues}
            focusCode={() => form.form.setFocus('code')}
            proofRef={proof.proofRef}
          />
        ) : null}
        {user ? (
          <PasswordField
            label="Password"
            autoComplete="new-password"
            {...password}
            {...field('password')}
          />
        ) : null}
        <CompanyChoice
          control={form.controlOf('companyId')}
          isRequired={!user?.isStaff}
          // A role that the other company cannot give is not kept unseen.
          onChosen={() => form.form.setValue('role', firstRole)}
        />
        <TextField label="Phone" type="tel" autoComplete="off" {...field('phoneNumber')} />
      </div>
      {user ? null : (
        <div className="mt-6 flex flex-col gap-5 border-t pt-5">
          <RoleChoice roles={props.roles ?? []} companyId={companyId} role={role} field={field} />
          <AccessChoice isActive={isActive} {...form.form.register('access')} />
          {access === 'password' ? (
            <PasswordField
              label="Password"
              className="sm:max-w-1/2 sm:pr-2.5"
              autoComplete="new-password"
              {...password}
              {...field('password')}
            />
          ) : null}
        </div>
      )}
      <Switch
        className="mt-6 border-t pt-5"
        label="Active"
        description="Inactive users cannot sign in"
        {...form.form.register('isActive')}
      />
    </FormCard>
  );
}

interface CompanyChoiceProps<Body> {
  control: Control<UserInput, unknown, Body>;
  /** Staff need no company. */
  isRequired: boolean;
  onChosen: () => void;
}

function CompanyChoice<Body>({ control, isRequired, onChosen }: CompanyChoiceProps<Body>) {
  return (
    <Controller
      control={control}
      name="companyId"
      render={({ field, fieldState }) => (
        <CompanyPicker
          label="Company"
          required={isRequired}
          value={field.value}
          onChange={(id) => {
            field.onChange(id);
            onChosen();
          }}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** The editable fields, in page order. */
function valuesOf(user: User | undefined) {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    username: user?.username ?? '',
    currentPassword: '',
    code: '',
    password: '',
    companyId: user?.companyId ?? '',
    role: firstRole as string,
    access: 'invitation' as Access,
    phoneNumber: phoneText(user?.phoneNumber ?? ''),
    isActive: user?.isActive ?? true,
  };
}
