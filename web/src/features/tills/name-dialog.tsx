import { deviceBody, type NewPin, type Pairing } from '@sente/contract/tills';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

interface NameDialogProps {
  open: boolean;
  what: 'device' | 'cashier';
  onClose: () => void;
  /** Closes it when it is done. */
  onNamed: (name: string) => Promise<void>;
}

const texts = {
  device: {
    title: 'Add Device',
    description: 'You get a code for this one device. No person signs in on it.',
    submitLabel: 'Get Code',
    hint: 'Such as Counter tablet',
  },
  cashier: {
    title: 'Add Cashier',
    description: 'Somebody who opens shifts at this till with a PIN, without a sign-in here.',
    submitLabel: 'Get PIN',
    hint: 'As it stands on the list of a shift',
  },
} as const;

/** A device and a cashier need a name, and nothing else. */
export default function NameDialog({ open, what, onClose, onNamed }: NameDialogProps) {
  const { title, description, submitLabel, hint } = texts[what];
  return (
    <FormDialog {...{ open, onClose, title, description, submitLabel }} busyLabel="Adding...">
      {(frame) => (open ? <NameForm {...{ frame, title, hint, onNamed }} /> : null)}
    </FormDialog>
  );
}

function NameForm(props: {
  frame: FormFrame;
  title: string;
  hint: string;
  onNamed: NameDialogProps['onNamed'];
}) {
  const { frame, title, hint, onNamed } = props;
  const fields = useContractForm({
    schema: deviceBody,
    mode: 'onSubmit',
    values: { name: '' },
    submit: ({ name }) => onNamed(name),
    failed: 'It could not be added',
    isInline: true,
  });
  return (
    <DialogForm label={title} frame={frame} form={fields}>
      <TextField
        label="Name"
        required
        maxLength={60}
        readOnly={fields.isBusy}
        {...fields.field('name')}
        hint={hint}
      />
    </DialogForm>
  );
}

/** Stays on screen while the dialog fades out. */
function useShown<T>(value: T | null): T | null {
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  return shown;
}

function tillAddress(pairing: Pairing | null): string {
  return pairing ? `${new URL(pairing.url).host}/till` : '/till';
}

export function PairingDialog({
  pairing,
  onClose,
}: {
  pairing: Pairing | null;
  onClose: () => void;
}) {
  const shown = useShown(pairing);
  return (
    <Dialog
      open={pairing !== null}
      onClose={onClose}
      title="Pair the Device"
      description={`Scan the code with the shared device, or open ${tillAddress(shown)} on it and type the letters and digits.`}
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {shown ? (
        <div className="flex flex-col items-center text-center">
          <QrCode
            text={shown.url}
            label="QR code that pairs the device"
            className="w-full max-w-52"
          />
          <p className="mt-4 font-mono text-3xl font-semibold tracking-wide">{shown.code}</p>
          <p className="mt-2 text-muted">
            It works once, until <DateText value={shown.expiresAt} format="dateTime" />.
          </p>
        </div>
      ) : null}
    </Dialog>
  );
}

export function PinDialog({ given, onClose }: { given: NewPin | null; onClose: () => void }) {
  const shown = useShown(given);
  return (
    <Dialog
      open={given !== null}
      onClose={onClose}
      title={`PIN of ${shown?.name ?? ''}`}
      description="Give it to nobody else. It is shown once; if it is lost, make a new one."
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {shown ? (
        <p className="flex items-center justify-center gap-2 py-2">
          <span className="font-mono text-4xl font-semibold tracking-widest">{shown.pin}</span>
          <CopyButton value={shown.pin} label="PIN" size="sm" />
        </p>
      ) : null}
    </Dialog>
  );
}
