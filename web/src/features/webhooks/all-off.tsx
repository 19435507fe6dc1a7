import { eventTypes } from '@sente/contract/event-types';
import type { OwnWebhook } from '@sente/contract/own-webhooks';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { keptText, SwitchedOffText } from '../../ui/switched-off.tsx';
import { webhookName } from './own-webhook-columns.tsx';
import { useUpdateWebhook } from './own-webhook-queries.ts';

/** A state in a row is overlooked by whoever wonders why the deliveries ended. */
export function AllOff({ webhooks }: { webhooks: readonly OwnWebhook[] }) {
  const update = useUpdateWebhook();
  const [asked, setAsked] = useState<OwnWebhook | null>(null);
  const [first, ...others] = webhooks;
  if (!first || webhooks.some(({ isActive }) => isActive)) return null;
  const isOne = others.length === 0;
  return (
    <>
      <Banner
        tone="warning"
        className="mb-4"
        title={`Nothing is delivered: ${isOne ? 'this webhook is' : 'all webhooks are'} switched off`}
        action={
          isOne ? (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setAsked(first)}>
              Switch On
            </Button>
          ) : null
        }
      >
        {isOne && first.switchedOff ? (
          <SwitchedOffText switchedOff={first.switchedOff} />
        ) : (
          'Events that come meanwhile are kept. Change one of them to switch it on.'
        )}{' '}
        Once it is on, Send Many Again sends those kept while it was switched off.
      </Banner>
      <ConfirmAction
        subject={asked}
        change={update}
        input={({ id, url, description, eventTypes: types, updatedAt }) => {
          const known = types && eventTypes.filter((type) => types.includes(type));
          return { id, url, description, eventTypes: known, isActive: true, updatedAt };
        }}
        title={(webhook) => `Switch on ${webhookName(webhook)}?`}
        description={({ url, switchedOff }) => (
          <>
            Events from now on are sent to {url}.
            {switchedOff && switchedOff.keptCount > 0
              ? ` ${keptText(switchedOff.keptCount)} kept until now are sent with Send Many Again.`
              : ''}
          </>
        )}
        confirmLabel="Switch On"
        busyLabel="Switching on..."
        tone="primary"
        done="Webhook switched on"
        failed="Failed to switch on the webhook"
        onClose={() => setAsked(null)}
      />
    </>
  );
}
