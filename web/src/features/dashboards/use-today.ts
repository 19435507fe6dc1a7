import { useSyncExternalStore } from 'react';
import { onMinute } from '../../lib/minute-clock.ts';
import { todayText } from './welcome.ts';

/** Another text after midnight in Kampala, however long the page stays open. */
export function useToday(): string {
  return useSyncExternalStore(onMinute, () => todayText());
}
