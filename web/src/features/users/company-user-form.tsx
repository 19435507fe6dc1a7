import { temporaryPasswordHint } from '@sente/contract/fields';
import { phoneExample } from '@sente/contract/phone';
import type { User } from '@sente/contract/users';
import type { ReactNode } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormCard, useContractForm, type ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { AccessChoice, type Access } from './access-choice.tsx';
import { OtherEmailHint } from './new-email.tsx';
import { OwnEmailFields, useOwnEmailProof } from './own-email-proof.tsx';
import {
  changedUser,
  newUser,
  valuesOf,
  type Checked,
  type CompanyUserInput,
  type CompanyUserValues,
  type NewCompanyUserValues,
} from './company-user-values.ts';
import { RoleHint } from './role-hint.tsx';
import { roleOptionsFor } from './user.ts';

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

const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email Address',
  phoneNumber: 'Phone Number',
  username: 'Username',
  role: 'Role',
  isActive: 'Active user',
} as const;

function CompanyUserForm<Values extends CompanyUserValues>(props: SharedFormProps<Values>) {
  const { user, isSelf = false, schema, failed, onSubmit, ...buttons } = props;
  const proof = useOwnEmailProof(failed);
  const contractForm = useContractForm<CompanyUserInput, Values>({
    schema,
    // Validated on submit; an edit clears the field's error until the next submit.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    values: valuesOf(user),
    labels: user && labels,
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
  const isNewEmail = form.watch('email') !== user?.email;
  return (
    <FormCard
      label="User"
      form={contractForm}
      {...buttons}
      above={
        <PersonalInformation
          field={field}
          emailHint={
            user && !isSelf && isNewEmail ? (
              <OtherEmailHint user={user} isActive={form.watch('isActive')} />
            ) : undefined
          }
        >
          {user && isSelf && isNewEmail ? (
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
        role={form.watch('roles')}
        access={form.watch('access')}
        isActive={form.watch('isActive')}
      />
    </FormCard>
  );
}

type Fields = ContractForm<CompanyUserInput>['field'];

interface PersonalInformationProps {
  field: Fields;
  emailHint: ReactNode;
  children: ReactNode;
}

function PersonalInformation({ field, emailHint, children }: PersonalInformationProps) {
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
          hint={emailHint}
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
  role: string;
  access: Access;
  isActive: boolean;
}

function AccountInformation({ field, user, isSelf, role, ...chosen }: AccountInformationProps) {
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
          hint={isSelf ? 'You cannot change your own role' : <RoleHint name={role} />}
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
            hint={temporaryPasswordHint}
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
