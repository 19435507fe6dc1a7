import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { isUnanswered } from '../../api/api-error.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import {
  accountFields,
  AccountNameField,
  AccountTypeField,
  createFailure,
  MayBeOpen,
  saveFailureText,
} from './account-fields.tsx';
import { accountQueries, useCreateAccount } from './account-queries.ts';

const schema = z.object(accountFields);

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
      {open ? <NewAccountForm {...of} {...{ formId, setIsBusy }} /> : null}
    </Dialog>
  );
}

interface NewAccountFormProps extends Pick<NewAccountDialogProps, 'companyId' | 'onOpened'> {
  formId: string;
  setIsBusy: (isBusy: boolean) => void;
}

function NewAccountForm({ formId, companyId, setIsBusy, onOpened }: NewAccountFormProps) {
  const client = useQueryClient();
  const create = useCreateAccount();
  // One for the form: sent again after a lost answer, it opens no second account.
  const [idempotencyKey] = useState(newId);
  const [failure, setFailure] = useState<{ text: string; mayBeOpen: boolean } | null>(null);
  const { form, field, submit, isBusy } = useContractForm({
    schema,
    values: { accountName: '', accountType: '' },
    submit: async (values) => {
      setFailure(null);
      const body = { ...values, isActive: true, companyId, idempotencyKey };
      const { data } = await create.mutateAsync(body);
      notify.success('Account created successfully!');
      onOpened(data.id);
    },
    failed: (error) => {
      const text = saveFailureText(error, createFailure);
      const mayBeOpen = isUnanswered(error);
      setFailure({ text, mayBeOpen });
      notify.error(text);
      // The list behind the dialog then shows whether it was.
      if (mayBeOpen) void client.invalidateQueries({ queryKey: accountQueries.lists });
    },
  });
  useEffect(() => {
    setIsBusy(isBusy);
    return () => setIsBusy(false);
  }, [isBusy, setIsBusy]);
  const typed = useWatch({ control: form.control, name: 'accountName' });

  return (
    <form id={formId} noValidate onSubmit={submit} aria-label="New account">
      <div className="flex flex-col gap-5">
        {failure?.mayBeOpen ? <MayBeOpen listTo={paths.client.accounts()} /> : null}
        <AccountNameField {...field('accountName')} readOnly={isBusy} text={typed} />
        <AccountTypeField {...field('accountType')} hint="It cannot be changed later." />
      </div>
      <DialogError>{failure?.text}</DialogError>
    </form>
  );
}
