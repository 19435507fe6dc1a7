import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { currentTheme, setTheme, subscribeToTheme, type Theme } from './theme-store.ts';

export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <Sun /> : <Moon />}
      onClick={() => setTheme(other)}
    />
  );
}

/** The effective theme: the user's choice, or the system's preference. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, currentTheme);
}
