import type { UseFormRegisterReturn } from 'react-hook-form';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import type { CompanyUserInput } from './company-user-form-values.ts';

/** What wires each input to the form. */
export type Fields = Record<
  keyof CompanyUserInput,
  UseFormRegisterReturn & { error: string | undefined }
>;

const phoneExample = '+256 772 123456';

export function PersonalInformation({ fields }: { fields: Fields }) {
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

export function Passwords({ fields }: { fields: Fields }) {
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

export function ActiveChoice({ fields, isSelf }: { fields: Fields; isSelf: boolean }) {
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
