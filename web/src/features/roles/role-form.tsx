import { zodResolver } from '@hookform/resolvers/zod';
import { roleBody, type RoleBody, type RoleDetails, type RoleInput } from '@sente/contract/roles';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';

interface RoleFormProps {
  /** The role to change; left out for a new one. */
  role?: RoleDetails | undefined;
  onSubmit: (body: RoleInput) => Promise<void>;
  /** Shown when the server refuses without a word. */
  failureText: string;
  submitLabel: string;
  cancelTo: string;
}

export function RoleForm({ role, onSubmit, failureText, submitLabel, cancelTo }: RoleFormProps) {
  const form = useForm<RoleInput, unknown, RoleBody>({
    resolver: zodResolver(roleBody),
    mode: 'onTouched',
    defaultValues: { name: role?.name ?? '', description: role?.description ?? '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async ({ name, description }) => {
    try {
      // An empty description is left out.
      await onSubmit(description?.trim() ? { name, description } : { name });
    } catch (error) {
      notify.error(errorText(error, failureText));
      pointAtFields(form, error, ['name', 'description']);
    }
  });

  return (
    <form noValidate onSubmit={submit} aria-label="Role">
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
              disabled={Object.keys(errors).length > 0}
            >
              {submitLabel}
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-5">
          <TextField
            label="Role Name"
            required
            autoComplete="off"
            maxLength={100}
            counter
            readOnly={role?.isBuiltIn}
            hint={role?.isBuiltIn ? 'A built-in role keeps its name.' : undefined}
            {...form.register('name')}
            error={errors.name?.message}
          />
          <TextAreaField
            label="Description"
            maxLength={500}
            counter
            hint="What the role is for, in words that others understand"
            {...form.register('description')}
            error={errors.description?.message}
          />
        </div>
      </Card>
    </form>
  );
}
