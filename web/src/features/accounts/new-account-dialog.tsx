import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { isUnanswered } from '../../api/api-error.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import {
  accountFields,
  AccountNameField,
  AccountTypeField,
  createFailure,
  MayBeOpen,
  saveFailureText,
} from './account-fields.tsx';
import { useCreateAccount } from './account-queries.ts';

const schema = z.object(accountFields);

interface NewAccountDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
  onOpened: (accountId: string) => void;
}

/** Opens an active account of the user's company. Only payments credit it. */
export default function NewAccountDialog({ open, onClose, ...of }: NewAccountDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="New Account"
      description="It starts active and empty, with a number of its own."
      submitLabel="Create Account"
      busyLabel="Creating..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <NewAccountForm {...of} frame={frame} /> : null)}
    </FormDialog>
  );
}

interface NewAccountFormProps extends Pick<NewAccountDialogProps, 'companyId' | 'onOpened'> {
  frame: FormFrame;
}

function NewAccountForm({ frame, companyId, onOpened }: NewAccountFormProps) {
  const create = useCreateAccount();
  // One key per form: a retry after a lost answer opens no second account.
  const [idempotencyKey] = useState(newId);
  const [mayBeOpen, setMayBeOpen] = useState(false);
  const fields = useContractForm({
    schema,
    values: { accountName: '', accountType: '' },
    submit: async (values) => {
      setMayBeOpen(false);
      const body = { ...values, isActive: true, companyId, idempotencyKey };
      const { data } = await create.mutateAsync(body);
      notify.success('Account created successfully!');
      onOpened(data.id);
    },
    failed: (error) => {
      setMayBeOpen(isUnanswered(error));
      return saveFailureText(error, createFailure);
    },
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const typed = useWatch({ control: form.control, name: 'accountName' });

  return (
    <DialogForm label="New account" frame={frame} form={fields}>
      {mayBeOpen ? <MayBeOpen listTo={paths.client.accounts()} /> : null}
      <AccountNameField {...field('accountName')} readOnly={isBusy} text={typed} />
      <AccountTypeField {...field('accountType')} hint="It cannot be changed later." />
    </DialogForm>
  );
}
