import { changedProfile, type CompanyDetails } from '@sente/contract/companies';
import { phoneExample, phoneText } from '@sente/contract/phone';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUpdateProfile } from './profile-changes.ts';

interface CompanyProfileDialogProps {
  open: boolean;
  company: CompanyDetails;
  onClose: () => void;
}

export default function CompanyProfileDialog(props: CompanyProfileDialogProps) {
  const { open, company, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Company"
      description="Your provider changes the name, the email and the description."
      submitLabel="Save Profile"
      busyLabel="Saving..."
    >
      {/* Starts with what is stored each time it is opened. */}
      {(frame) => (open ? <ProfileForm {...{ frame, company, onClose }} /> : null)}
    </FormDialog>
  );
}

interface ProfileFormProps extends Omit<CompanyProfileDialogProps, 'open'> {
  frame: FormFrame;
}

function ProfileForm({ frame, company, onClose }: ProfileFormProps) {
  const { mutateAsync } = useUpdateProfile(company.id);
  const form = useContractForm({
    schema: changedProfile(company),
    mode: 'onSubmit',
    values: {
      phone: phoneText(company.phone),
      address: company.address,
      website: company.website ?? '',
    },
    labels: { phone: 'Phone Number', address: 'Address', website: 'Website' },
    submit: async (body) => {
      // The edited version: the server refuses it if the record has changed since.
      await mutateAsync({ ...body, updatedAt: company.updatedAt });
      notify.success('Company profile saved');
      onClose();
    },
    failed: 'Failed to save the company profile',
    isInline: true,
  });
  const { field, isBusy } = form;
  return (
    <DialogForm label="Edit Company" frame={frame} form={form}>
      <TextField
        label="Phone Number"
        required
        type="tel"
        autoComplete="tel"
        placeholder={phoneExample}
        readOnly={isBusy}
        {...field('phone')}
      />
      <TextField
        label="Address"
        required
        autoComplete="street-address"
        readOnly={isBusy}
        {...field('address')}
      />
      <TextField
        label="Website"
        type="url"
        placeholder="https://example.com"
        readOnly={isBusy}
        {...field('website')}
      />
    </DialogForm>
  );
}
