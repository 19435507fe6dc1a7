import { zodResolver } from '@hookform/resolvers/zod';
import { networkNames, networkWords, type NetworkName } from '@sente/contract/payments';
import {
  recipientBody,
  recipientLabelMaxLength,
  type recipients,
} from '@sente/contract/recipients';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { useState } from 'react';
import { useWatch, type Resolver } from 'react-hook-form';
import { guessNetwork } from '../../lib/network-guess.ts';
import { phoneHint, phoneProblem } from '../../lib/typed-phone.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { useCreateRecipient } from './recipient-queries.ts';

const networkOptions = networkNames.map((value) => ({ value, label: networkWords[value] }));

type RecipientBody = BodyInputOf<typeof recipients.create>;

const byContract = zodResolver(recipientBody);
/** The contract's rules, in the words of the other forms with a number. */
const resolver: Resolver<RecipientBody, unknown, RecipientBody> = async (values, ...rest) => {
  const result = await byContract(values, ...rest);
  const wrongPhone = phoneProblem(values.phoneNumber);
  const {
    network,
    phoneNumber = wrongPhone && { type: 'custom', message: wrongPhone },
    ...errors
  } = result.errors;
  if (!network && !phoneNumber) return result;
  return {
    values: {},
    errors: {
      ...errors,
      ...(phoneNumber && { phoneNumber }),
      // The network follows from the number once that is right.
      ...(network && !wrongPhone && { network: { ...network, message: 'Network is required' } }),
    },
  };
};

interface AddDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export default function AddRecipientDialog({ companyId, open, onClose }: AddDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Add Recipient"
      description="The network is asked who has the number, and the name is kept with it."
      submitLabel="Save"
      busyLabel="Saving..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <AddForm {...{ frame, companyId, onClose }} /> : null)}
    </FormDialog>
  );
}

function AddForm({
  frame,
  companyId,
  onClose,
}: Omit<AddDialogProps, 'open'> & { frame: FormFrame }) {
  const create = useCreateRecipient();
  const form = useContractForm({
    schema: resolver,
    values: { label: '', phoneNumber: '' },
    submit: async (body) => {
      await create.mutateAsync(body);
      notify.success(`${body.label} saved`);
      onClose();
    },
    failed: 'Failed to save the recipient',
    isInline: true,
  });
  const [isChosen, setIsChosen] = useState(false);
  const { phoneNumber = '', network = '' } = useWatch({ control: form.form.control });
  return (
    <DialogForm label="New recipient" frame={frame} form={form}>
      <TextField
        label="Name"
        required
        maxLength={recipientLabelMaxLength}
        {...form.field('label')}
      />
      <TextField
        label="Phone Number"
        required
        type="tel"
        autoComplete="off"
        {...form.field('phoneNumber', {
          onChange: ({ target }: { target: HTMLInputElement }) => {
            if (isChosen) return;
            form.form.setValue('network', (guessNetwork(target.value) ?? '') as NetworkName, {
              shouldValidate: form.form.formState.isSubmitted,
            });
          },
        })}
        hint={phoneHint(phoneNumber)}
      />
      <SelectField
        label="Network"
        required
        placeholder="Select a network..."
        options={networkOptions}
        {...form.field('network', {
          onChange: ({ target }: { target: HTMLSelectElement }) => setIsChosen(target.value !== ''),
        })}
      />
      {/* The error at the number says the same. */}
      {form.field('phoneNumber').error ? null : (
        <WalletHolder {...{ companyId, phoneNumber, network }} className="-mt-3" />
      )}
    </DialogForm>
  );
}
