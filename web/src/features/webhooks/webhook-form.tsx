import { webhookBody, type Webhook } from '@sente/contract/webhooks';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { useWebhookValues } from './use-webhook-values.ts';
import { useSaveWebhook } from './webhook-queries.ts';

interface WebhookFormProps {
  companyId: string;
  webhook: Webhook | null;
}

/** What the server says against an address; of another it says nothing. */
interface Refusal {
  readonly url: string;
  readonly reason: string;
}

/** One address and one switch: without the form library, which is a tenth of what the page fetches. */
export function WebhookForm({ companyId, webhook }: WebhookFormProps) {
  const { mutateAsync } = useSaveWebhook(companyId);
  const { values, isDirty, isSending, change, send } = useWebhookValues(webhook);
  useUnsavedWarning(isDirty);
  const address = useRef<HTMLInputElement>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const refused = refusal?.url === values.url ? refusal.reason : undefined;
  const body = webhookBody.safeParse(values);
  const problem = body.error?.issues.find(({ path }) => path[0] === 'url')?.message;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setWasLeft(true);
    if (!body.success) {
      address.current?.focus();
      return;
    }
    try {
      await send(async () => (await mutateAsync(body.data)).webhook);
      setWasLeft(false);
      setRefusal(undefined);
      notify.success('Webhook saved successfully');
    } catch (error) {
      notify.error(errorText(error, 'Failed to save webhook'));
      const reason = error instanceof ApiError ? error.fields['url'] : undefined;
      setRefusal(reason ? { url: values.url, reason } : undefined);
      // Whoever has gone on to another address is not called back.
      if (reason && address.current?.value === values.url) address.current.focus();
    }
  }

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
        ref={address}
        value={values.url}
        error={refused ?? (wasLeft ? problem : undefined)}
        onBlur={() => setWasLeft(true)}
        onChange={({ target }) => change({ url: target.value })}
      />
      <Switch
        label="Send events"
        description="While it is off, the company is told nothing of new payments."
        checked={values.isActive}
        onChange={({ target }) => change({ isActive: target.checked })}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        busy={isSending}
        busyLabel="Saving..."
        disabled={!isDirty}
      >
        Save Webhook
      </Button>
    </form>
  );
}
