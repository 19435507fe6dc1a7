import { maxKeptEvents } from '@sente/contract/event-types';
import type { SwitchedOff } from '@sente/contract/webhooks';
import { DateText } from './date-display.tsx';

/** "24 events", up to the number that is counted. */
export function keptText(count: number): string {
  const text = count.toLocaleString('en-US');
  return `${count >= maxKeptEvents ? `${text} or more` : text} ${count === 1 ? 'event' : 'events'}`;
}

/** Since when a webhook is switched off, by whom, and what it missed. */
export function SwitchedOffText({
  switchedOff: { at, by, keptCount },
}: {
  switchedOff: SwitchedOff;
}) {
  return (
    <>
      Switched off
      {at === null ? null : (
        <>
          {' '}
          since <DateText value={at} format="shortTime" />
        </>
      )}
      {by === null ? '' : `, by ${by}`}. {keptText(keptCount)} kept since then, not sent.
    </>
  );
}
