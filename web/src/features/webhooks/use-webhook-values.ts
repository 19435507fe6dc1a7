import type { Webhook } from '@sente/contract/webhooks';
import { useState } from 'react';

type Values = Pick<Webhook, 'url' | 'isActive'>;

/**
 * What stands in the form: what the server has, over it what is being sent, over that what somebody
 * has typed since. So nothing typed during a save is lost by its end, and what nobody has changed
 * follows the server.
 */
export function useWebhookValues(webhook: Webhook | null) {
  const saved = valuesOf(webhook);
  // Our own sign of a save, because it is there before a second press: that of the mutation comes
  // a moment later.
  const [sending, setSending] = useState<Values | null>(null);
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values = { ...saved, ...sending, ...typed };

  return {
    values,
    isDirty: Object.keys(changesOf(values, saved)).length > 0,
    isSending: sending !== null,
    change: (part: Partial<Values>) =>
      setTyped((before) => changesOf({ ...before, ...part }, sending ?? saved)),
    /** The values as they are now, by this call, which tells what the server then has. */
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

/** Only what differs: a field that is back at the saved value follows the server again. */
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
