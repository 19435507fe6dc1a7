import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isUnanswered } from '../../api/api-error.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { createFailure, saveFailureText } from './account-failure.ts';
import { AccountNameField, MayBeOpen } from './account-form-parts.tsx';
import {
  emptyAccountSchema,
  typeOptions,
  type EmptyAccountInput,
  type EmptyAccountValues,
} from './account-form-values.ts';
import { accountQueries, useCreateAccount } from './account-queries.ts';

interface NewAccountDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
  onOpened: (accountId: string) => void;
}

/** Opens an active account of the own company. Money comes to it by payments only. */
export default function NewAccountDialog({ open, onClose, ...of }: NewAccountDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="New Account"
      description="It starts active and empty, with a number of its own."
      busy={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isBusy}
            busyLabel="Creating..."
          >
            Create Account
          </Button>
        </>
      }
    >
      {/* Made anew each time it is opened. */}
      {open ? <NewAccountForm {...of} {...{ formId, isBusy, setIsBusy }} /> : null}
    </Dialog>
  );
}

interface NewAccountFormProps extends Pick<NewAccountDialogProps, 'companyId' | 'onOpened'> {
  formId: string;
  isBusy: boolean;
  setIsBusy: (isBusy: boolean) => void;
}

function NewAccountForm(props: NewAccountFormProps) {
  const { formId, companyId, isBusy, setIsBusy, onOpened } = props;
  const form = useForm<EmptyAccountInput, unknown, EmptyAccountValues>({
    resolver: zodResolver(emptyAccountSchema),
    defaultValues: { accountName: '', accountType: '' },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const accountName = useWatch({ control: form.control, name: 'accountName' });
  const { open, failure, mayBeOpen } = useOpening(companyId);

  const submit = form.handleSubmit(async (values) => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const accountId = await open(values);
      notify.success('Account created successfully!');
      onOpened(accountId);
    } catch (error) {
      pointAtFields(form, error, ['accountName', 'accountType']);
    } finally {
      setIsBusy(false);
    }
  });

  return (
    <form id={formId} noValidate onSubmit={submit} aria-label="New account">
      <div className="flex flex-col gap-5">
        {mayBeOpen ? <MayBeOpen listTo={paths.client.accounts()} /> : null}
        <AccountNameField
          {...form.register('accountName')}
          readOnly={isBusy}
          text={accountName}
          error={errors.accountName?.message}
        />
        <SelectField
          label="Account Type"
          required
          placeholder="Select account type"
          options={typeOptions}
          {...form.register('accountType')}
          error={errors.accountType?.message}
          hint="It cannot be changed later."
        />
      </div>
      <DialogError>{failure}</DialogError>
    </form>
  );
}

/** Sends the form, and keeps what became of the last try. */
function useOpening(companyId: string) {
  const client = useQueryClient();
  const create = useCreateAccount();
  // One for the form: sent again after a lost answer, it opens no second account.
  const [idempotencyKey] = useState(newId);
  const [failure, setFailure] = useState<string | null>(null);
  const [mayBeOpen, setMayBeOpen] = useState(false);

  async function open(values: EmptyAccountValues): Promise<string> {
    setFailure(null);
    setMayBeOpen(false);
    try {
      const body = { ...values, isActive: true, companyId, idempotencyKey };
      return (await create.mutateAsync(body)).data.id;
    } catch (error) {
      const reason = saveFailureText(error, createFailure);
      setFailure(reason);
      notify.error(reason);
      setMayBeOpen(isUnanswered(error));
      // The list behind the dialog then tells whether it was.
      if (isUnanswered(error)) void client.invalidateQueries({ queryKey: accountQueries.lists });
      throw error;
    }
  }

  return { open, failure, mayBeOpen };
}
