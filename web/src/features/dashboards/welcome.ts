import { useSyncExternalStore } from 'react';
import { onMinute } from '../../lib/minute-clock.ts';

const dayText = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Kampala',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

/** "Wednesday, January 7, 2026", in Kampala; it changes at midnight there while the page stays open. */
export function useToday(): string {
  return useSyncExternalStore(onMinute, () => dayText.format(Date.now()));
}

/** Without a name, the part of the email before the @. */
export function firstNameOf({ name, email }: { name: string; email: string }): string {
  return name.trim().split(/\s+/)[0] || (email.split('@')[0] ?? '');
}
