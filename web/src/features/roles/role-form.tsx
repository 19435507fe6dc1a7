import { roleBody, type RoleBody, type RoleDetails, type RoleInput } from '@sente/contract/roles';
import type { ReactNode } from 'react';
import { FormCard, useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';

interface RoleFormProps {
  /** The role to change; undefined for a new one. */
  role?: RoleDetails | undefined;
  onSubmit: (body: RoleInput) => Promise<void>;
  /** Shown when the server refuses without a reason. */
  failureText: string;
  submitLabel: string;
  cancelTo: string;
  /** Further fields, such as the permissions of a new role. */
  children?: (isBusy: boolean) => ReactNode;
}

export function RoleForm(props: RoleFormProps) {
  const { role, onSubmit, failureText, submitLabel, cancelTo, children } = props;
  const form = useContractForm<RoleInput, RoleBody>({
    schema: roleBody,
    mode: 'onTouched',
    values: { name: role?.name ?? '', description: role?.description ?? '' },
    labels: role && { name: 'Role Name', description: 'Description' },
    // An empty description is left out.
    submit: ({ name, description }) =>
      onSubmit(description?.trim() ? { name, description } : { name }),
    failed: failureText,
  });
  return (
    <FormCard
      label="Role"
      form={form}
      submitLabel={submitLabel}
      disabled={form.hasErrors}
      cancelTo={cancelTo}
    >
      <div className="flex flex-col gap-5">
        <TextField
          label="Role Name"
          required={!role?.isBuiltIn}
          autoComplete="off"
          maxLength={100}
          counter={!role?.isBuiltIn}
          readOnly={role?.isBuiltIn}
          hint={role?.isBuiltIn ? 'A built-in role keeps its name.' : undefined}
          {...form.field('name')}
        />
        <TextAreaField
          label="Description"
          maxLength={500}
          counter
          hint="What the role is for, in words that others understand"
          {...form.field('description')}
        />
        {children?.(form.isBusy)}
      </div>
    </FormCard>
  );
}
