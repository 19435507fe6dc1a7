import { useSyncExternalStore } from 'react';
import { currentTheme, subscribeToTheme, type Theme } from './theme-store.ts';

/** The theme in force: the user's choice, else the system's preference. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, currentTheme);
}
