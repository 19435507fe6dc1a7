import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** The same key is read by public/theme.js before the first paint. */
const storageKey = 'sente-theme';
const systemQuery = '(prefers-color-scheme: dark)';

function chosenTheme(): Theme | null {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function apply(): void {
  const system: Theme = window.matchMedia(systemQuery).matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = chosenTheme() ?? system;
}

const listeners = new Set<() => void>();

function refresh(): void {
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Another tab may choose, and the system may turn dark in the evening.
    window.addEventListener('storage', refresh);
    window.matchMedia(systemQuery).addEventListener('change', refresh);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', refresh);
    window.matchMedia(systemQuery).removeEventListener('change', refresh);
  };
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
    refresh();
  } catch {
    // Without storage the choice lasts until the page is left.
    document.documentElement.dataset['theme'] = theme;
    for (const listener of listeners) listener();
  }
}

/** The theme in force: the user's choice, else the system's preference. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
