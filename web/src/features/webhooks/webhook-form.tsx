import { type Webhook, webhookBody } from '@sente/contract/webhooks';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { useSaveWebhook } from './webhook-queries.ts';

interface WebhookFormProps {
  companyId: string;
  webhook: Webhook | null;
}

/** The server's error for an address; it does not apply to another address. */
interface Refusal {
  readonly url: string;
  readonly reason: string;
}

/** One address and one switch, without the form library, which is a tenth of the page's code. */
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
      await send(
        async () =>
          (await mutateAsync({ ...body.data, updatedAt: webhook?.updatedAt ?? null })).webhook,
      );
      setWasLeft(false);
      setRefusal(undefined);
      notify.success('Webhook saved successfully');
    } catch (error) {
      notify.error(errorText(error, 'Failed to save webhook'));
      const reason = error instanceof ApiError ? error.fields['url'] : undefined;
      setRefusal(reason ? { url: values.url, reason } : undefined);
      // The focus stays if another address is being typed by now.
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
      <SubmitButton className="self-end" busy={isSending} busyLabel="Saving..." disabled={!isDirty}>
        Save Webhook
      </SubmitButton>
    </form>
  );
}

type Values = Pick<Webhook, 'url' | 'isActive'>;

/**
 * The form's values: the server's, overridden by those being saved, overridden by what was typed
 * since. Input during a save is therefore not lost when it ends, and unchanged fields follow the
 * server.
 */
function useWebhookValues(webhook: Webhook | null) {
  const saved = valuesOf(webhook);
  // Our own flag, because it is set before a second press: the mutation's state follows a moment
  // later.
  const [sending, setSending] = useState<Values | null>(null);
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values = { ...saved, ...sending, ...typed };

  return {
    values,
    isDirty: Object.keys(changesOf(values, saved)).length > 0,
    isSending: sending !== null,
    change: (part: Partial<Values>) =>
      setTyped((before) => changesOf({ ...before, ...part }, sending ?? saved)),
    /** Saves the current values with this call, which returns the server's new state. */
    send: async (call: () => Promise<Webhook | null>): Promise<void> => {
      setSending(values);
      setTyped({});
      try {
        const now = valuesOf(await call());
        setTyped((since) => changesOf(since, now));
      } catch (error) {
        setTyped((since) => changesOf({ ...values, ...since }, saved));
        throw error;
      } finally {
        setSending(null);
      }
    },
  };
}

/** Only differences: a field that equals the saved value follows the server again. */
function changesOf(values: Partial<Values>, saved: Values): Partial<Values> {
  const { url = saved.url, isActive = saved.isActive } = values;
  return {
    ...(url === saved.url ? {} : { url }),
    ...(isActive === saved.isActive ? {} : { isActive }),
  };
}

function valuesOf(webhook: Webhook | null): Values {
  return { url: webhook?.url ?? '', isActive: webhook?.isActive ?? true };
}
