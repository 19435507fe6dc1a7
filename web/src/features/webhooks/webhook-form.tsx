import { zodResolver } from '@hookform/resolvers/zod';
import { webhookBody, type Webhook } from '@sente/contract/webhooks';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { useSaveWebhook } from './webhook-queries.ts';

type Values = Pick<Webhook, 'url' | 'isActive'>;

interface WebhookFormProps {
  companyId: string;
  webhook: Webhook | null;
}

export function WebhookForm({ companyId, webhook }: WebhookFormProps) {
  const { mutateAsync } = useSaveWebhook(companyId);
  const form = useForm<Values>({
    resolver: zodResolver(webhookBody),
    mode: 'onTouched',
    defaultValues: valuesOf(webhook),
    // What comes from the server, unless somebody is typing.
    values: valuesOf(webhook),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await mutateAsync(body);
      form.reset(valuesOf(saved.webhook));
      notify.success('Webhook saved successfully');
    } catch (error) {
      notify.error(errorText(error, 'Failed to save webhook'));
      pointAtFields(form, error, ['url']);
    }
  });

  return (
    <form noValidate onSubmit={submit} aria-label="Webhook" className="flex flex-col gap-5">
      <TextField
        label="Webhook address"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks/sente"
        hint="Each event is posted here as JSON. It should be a public https address."
        {...form.register('url')}
        error={errors.url?.message}
      />
      <Switch
        label="Send events"
        description="While it is off, the company is told nothing of new payments."
        {...form.register('isActive')}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        busy={isSubmitting}
        busyLabel="Saving..."
        disabled={!isDirty}
      >
        Save Webhook
      </Button>
    </form>
  );
}

function valuesOf(webhook: Webhook | null): Values {
  return { url: webhook?.url ?? '', isActive: webhook?.isActive ?? true };
}
