import { ownPassword, ownPasswordHint } from '@sente/contract/fields';
import type { FieldPath } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField } from '../../ui/field.tsx';

export const ownPasswordShape = {
  newPassword: ownPassword('New password is required'),
  confirmPassword: z.string().check(z.minLength(1, 'Please confirm your new password')),
};

interface Typed {
  newPassword: string;
  confirmPassword: string;
}

/** Both passwords are the same; shown together with the errors of other fields. */
export const isRepeated = z.refine<Typed>(
  (form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword,
  {
    path: ['confirmPassword'],
    error: 'New passwords do not match',
    when: ({ value }) => typeof value === 'object',
  },
);

/** A password that people choose for themselves, twice. */
export function OwnPasswordFields<Input extends Typed>({
  field,
}: Pick<ContractForm<Input>, 'field'>) {
  const shared = { required: true, maxLength: 100, autoComplete: 'new-password' };
  return (
    <>
      <PasswordField
        label="New Password"
        hint={ownPasswordHint}
        {...shared}
        {...field('newPassword' as FieldPath<Input>, {
          deps: ['confirmPassword' as FieldPath<Input>],
        })}
      />
      <PasswordField
        label="Confirm New Password"
        {...shared}
        {...field('confirmPassword' as FieldPath<Input>)}
      />
    </>
  );
}
