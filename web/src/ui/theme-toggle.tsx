import { Moon, Sun } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { setTheme } from './theme-store.ts';
import { useTheme } from './theme.ts';

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
