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

export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (root.dataset['theme'] === theme) return;
  // Without transitions: elements that fade on hover would lag behind and be hard to read.
  root.dataset['themeTurning'] = '';
  root.dataset['theme'] = theme;
  // Reading a layout value makes the browser apply the new colours now.
  void root.offsetWidth;
  delete root.dataset['themeTurning'];
}

const listeners = new Set<() => void>();

function refresh(): void {
  const system: Theme = window.matchMedia(systemQuery).matches ? 'dark' : 'light';
  apply(chosenTheme() ?? system);
  for (const listener of listeners) listener();
}

export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Another tab may choose, and the system may switch in the evening.
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
    apply(theme);
    for (const listener of listeners) listener();
  }
}
