import type { FactorProof } from '@sente/contract/own-factor';
import { phoneExample, phoneText } from '@sente/contract/phone';
import {
  clientCreateUserForm,
  clientUpdateUserForm,
  type CompanyRoleName,
  type User,
} from '@sente/contract/users';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormCard, useContractForm, type ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { AccessChoice, type Access } from './access-choice.tsx';
import { OwnEmailFields, useOwnEmailProof } from './own-email-proof.tsx';
import { companyRoleOf, roleOptionsFor } from './user.ts';

/** The editable fields. */
interface CompanyUserInput extends Omit<
  NewCompanyUserValues,
  'phoneNumber' | 'roles' | 'password' | 'confirmPassword' | keyof FactorProof
> {
  access: Access;
  password: string;
  confirmPassword: string;
  phoneNumber: string;
  currentPassword: string;
  code: string;
  /** The one chosen role; empty keeps the current role. */
  roles: CompanyRoleName | '';
}

/** The fields that both forms send; the proof is for a change of the own email. */
export interface CompanyUserValues extends FactorProof {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  phoneNumber: string | null;
  isActive: boolean;
  roles?: CompanyRoleName[] | undefined;
}

/** Without a password the person is invited. */
export interface NewCompanyUserValues extends CompanyUserValues {
  password?: string | undefined;
  confirmPassword?: string | undefined;
}

type Checked<Values> = z.core.$ZodType<Values, CompanyUserInput>;

/** The schema expects a list with the chosen role, or no list. The code is added when it is shown. */
function withRoleList({ roles, access, ...typed }: CompanyUserInput) {
  const { password, confirmPassword, currentPassword: _, code: __, ...input } = typed;
  return {
    ...input,
    ...(access === 'password' && { password, confirmPassword }),
    ...(roles !== '' && { roles: [roles] }),
  };
}

const newUser = z.pipe(
  z.transform<CompanyUserInput, z.input<typeof clientCreateUserForm>>(withRoleList),
  clientCreateUserForm,
);
function changedUser(user: User, isSelf: boolean) {
  const form = clientUpdateUserForm(user);
  return z.pipe(
    z.transform<CompanyUserInput, z.input<typeof form>>((typed) => {
      const { email, currentPassword } = typed;
      const isOwnEmail = isSelf && email !== user.email;
      return { ...withRoleList(typed), ...(isOwnEmail && { currentPassword }) };
    }),
    form,
  );
}

interface CompanyUserFormProps<Values> {
  onSubmit: (values: Values) => Promise<void>;
  cancelTo: string;
}

export function CreateCompanyUserForm(props: CompanyUserFormProps<NewCompanyUserValues>) {
  return (
    <CompanyUserForm
      {...props}
      schema={newUser}
      failed="Failed to create user"
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
      schema={changedUser(props.user, props.isSelf)}
      failed="Failed to update user"
      submitLabel="Save Changes"
    />
  );
}

interface SharedFormProps<Values extends CompanyUserValues> extends CompanyUserFormProps<Values> {
  /** Undefined for a new user, who needs a password. */
  user?: User;
  isSelf?: boolean;
  schema: Checked<Values>;
  /** Shown when the server refuses without a reason. */
  failed: string;
  submitLabel: string;
  busyLabel?: string;
}

function CompanyUserForm<Values extends CompanyUserValues>(props: SharedFormProps<Values>) {
  const { user, isSelf = false, schema, failed, onSubmit, ...buttons } = props;
  const proof = useOwnEmailProof(failed);
  const contractForm = useContractForm<CompanyUserInput, Values>({
    schema,
    // Validated on submit; an edit clears the field's error until the next submit.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    values: valuesOf(user),
    submit: (values) =>
      proof.show((shown) =>
        onSubmit({ ...values, phoneNumber: values.phoneNumber?.trim() || null, ...shown }),
      ),
    failed: (error) => proof.failed(error),
  });
  const { form } = contractForm;
  const field: Fields = (name) =>
    contractForm.field(name, {
      // The error of the repeated password also depends on the first one.
      onChange: () =>
        form.clearErrors(name === 'password' ? ['password', 'confirmPassword'] : name),
    });
  return (
    <FormCard
      label="User"
      form={contractForm}
      {...buttons}
      above={
        <PersonalInformation field={field}>
          {user && isSelf && form.watch('email') !== user.email ? (
            <OwnEmailFields
              userId={user.id}
              field={field}
              typed={form.getValues}
              focusCode={() => form.setFocus('code')}
              proofRef={proof.proofRef}
            />
          ) : null}
        </PersonalInformation>
      }
      title="Account Information"
    >
      <AccountInformation
        field={field}
        user={user}
        isSelf={isSelf}
        access={form.watch('access')}
        isActive={form.watch('isActive')}
      />
    </FormCard>
  );
}

type Fields = ContractForm<CompanyUserInput>['field'];

function PersonalInformation({ field, children }: { field: Fields; children: ReactNode }) {
  return (
    <Card title="Personal Information">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First Name" required autoComplete="off" {...field('firstName')} />
        <TextField label="Last Name" required autoComplete="off" {...field('lastName')} />
        <TextField
          label="Email Address"
          required
          type="email"
          autoComplete="off"
          {...field('email')}
        />
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="off"
          placeholder={phoneExample}
          hint={`Such as 0772 123456 or ${phoneExample}`}
          {...field('phoneNumber')}
        />
        {children}
      </div>
    </Card>
  );
}

interface AccountInformationProps {
  field: Fields;
  user: User | undefined;
  isSelf: boolean;
  access: Access;
  isActive: boolean;
}

function AccountInformation({ field, user, isSelf, ...chosen }: AccountInformationProps) {
  // Nobody gives more than they have; the server decides.
  const mayMakeAdmin = useCan('canManageCompany');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <SelectField
          label="Role"
          options={roleOptionsFor(user, mayMakeAdmin)}
          hint={isSelf ? 'You cannot change your own role' : undefined}
          {...field('roles')}
          disabled={isSelf}
        />
      </div>
      {user ? null : <NewAccess field={field} {...chosen} />}
      <Checkbox
        className="mt-6 border-t pt-5"
        label="Active user (user can log in)"
        description={isSelf ? '(You cannot deactivate yourself)' : undefined}
        {...field('isActive')}
        disabled={isSelf}
      />
    </>
  );
}

type NewAccessProps = Pick<AccountInformationProps, 'field' | 'access' | 'isActive'>;

function NewAccess({ field, access, isActive }: NewAccessProps) {
  const { error: _, ...choice } = field('access');
  return (
    <div className="mt-6 flex flex-col gap-5 border-t pt-5">
      <AccessChoice isActive={isActive} {...choice} />
      {access === 'password' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            label="Password"
            required
            autoComplete="new-password"
            hint="At least 6 characters"
            {...field('password')}
          />
          <PasswordField
            label="Confirm Password"
            required
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
        </div>
      ) : null}
    </div>
  );
}

/** In page order. */
function valuesOf(user: User | undefined): CompanyUserInput {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phoneNumber: phoneText(user?.phoneNumber ?? ''),
    currentPassword: '',
    code: '',
    username: user?.username ?? '',
    roles: user ? (companyRoleOf(user) ?? '') : 'User',
    access: user ? 'password' : 'invitation',
    password: '',
    confirmPassword: '',
    isActive: user?.isActive ?? true,
  };
}
