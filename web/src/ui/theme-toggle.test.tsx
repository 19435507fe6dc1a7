import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ThemeToggle } from './theme-toggle.tsx';

const theme = () => document.documentElement.dataset['theme'];

function systemIs(dark: boolean): { turn: (dark: boolean) => void } {
  const list = new EventTarget() as EventTarget & { matches: boolean };
  list.matches = dark;
  vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  return {
    turn: (next) =>
      act(() => {
        list.matches = next;
        list.dispatchEvent(new Event('change'));
      }),
  };
}

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it('follows the system until the user chooses', async () => {
  const user = userEvent.setup();
  const system = systemIs(false);
  render(<ThemeToggle />);
  system.turn(true);
  expect(theme()).toBe('dark');

  await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
  expect(theme()).toBe('light');
  expect(localStorage.getItem('sente-theme')).toBe('light');
  expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeInTheDocument();

  system.turn(false);
  system.turn(true);
  expect(theme()).toBe('light');
});

it('follows a choice made in another tab', () => {
  systemIs(false);
  render(<ThemeToggle />);
  localStorage.setItem('sente-theme', 'dark');
  act(() => void window.dispatchEvent(new Event('storage')));
  expect(theme()).toBe('dark');
});
