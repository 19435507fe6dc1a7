import { overlapNames, type Overlap } from '@sente/contract/api-keys';
import {
  rotateSecretBody,
  type NewOwnWebhook,
  type OwnWebhook,
} from '@sente/contract/own-webhooks';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { webhookName } from './own-webhook-columns.tsx';
import { useRotateWebhook } from './own-webhook-queries.ts';

interface NewSecretDialogProps {
  made: NewOwnWebhook | null;
  onClose: () => void;
}

/** The only time that the secret is shown. */
export function NewSecretDialog({ made, onClose }: NewSecretDialogProps) {
  return (
    <Dialog
      open={made !== null}
      onClose={onClose}
      title={made ? `The secret of ${webhookName(made)}` : ''}
      description="Your server checks with it that an event is ours."
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          I Have Stored It
        </Button>
      }
    >
      {made ? (
        <div className="flex flex-col gap-4">
          <Banner tone="warning" title="The secret is shown only now">
            Copy it into your server. If it is lost, rotate it.
          </Banner>
          <CodeBlock label="Webhook secret" text={made.secret} canCopy />
        </div>
      ) : null}
    </Dialog>
  );
}

interface RotateSecretDialogProps {
  webhook: OwnWebhook | null;
  onClose: () => void;
  onMade: (made: NewOwnWebhook) => void;
}

export function RotateSecretDialog({ webhook, onClose, onMade }: RotateSecretDialogProps) {
  return (
    <FormDialog
      open={webhook !== null}
      onClose={onClose}
      size="sm"
      title={webhook ? `Rotate the secret of ${webhookName(webhook)}` : ''}
      description="Events have two signatures, of the new and of the old secret, until the old one ends. Your server accepts either."
      submitLabel="Rotate Secret"
      busyLabel="Rotating..."
    >
      {(frame) => (webhook ? <RotateFields {...{ frame, webhook, onMade }} /> : null)}
    </FormDialog>
  );
}

const overlapWords: Record<Overlap, string> = {
  none: 'At once',
  hour: 'In 1 hour',
  day: 'In 1 day',
  week: 'In 7 days',
};
const overlapOptions = overlapNames.map((value) => ({ value, label: overlapWords[value] }));

interface RotateFieldsProps extends Pick<RotateSecretDialogProps, 'onMade'> {
  frame: FormFrame;
  webhook: OwnWebhook;
}

function RotateFields({ frame, webhook, onMade }: RotateFieldsProps) {
  const rotate = useRotateWebhook();
  const fields = useContractForm({
    schema: rotateSecretBody,
    values: { overlap: 'day' },
    submit: async ({ overlap }) => onMade(await rotate.mutateAsync({ id: webhook.id, overlap })),
    failed: 'The secret could not be rotated',
    isInline: true,
  });
  return (
    <DialogForm label="Rotate secret" frame={frame} form={fields}>
      <SelectField
        label="The Old Secret Ends"
        required
        options={overlapOptions}
        {...fields.field('overlap')}
        hint="Time to put the new secret into your server"
      />
    </DialogForm>
  );
}
