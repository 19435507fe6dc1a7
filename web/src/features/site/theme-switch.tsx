import { Moon, Sun } from 'lucide-react';
import { iconButtonClass } from '../../ui/icon-button.tsx';

/**
 * The portal's toggle without state: both faces are in the page and the theme shows one of them, so
 * that the finished HTML is right in either theme. frame-behaviour.ts listens to the press.
 */
export function ThemeSwitch() {
  return (
    <button type="button" data-theme-switch className={iconButtonClass({})}>
      <span className="grid place-items-center dark:hidden">
        <Moon aria-hidden="true" />
        <span className="sr-only">Switch to dark theme</span>
      </span>
      <span className="hidden place-items-center dark:grid">
        <Sun aria-hidden="true" />
        <span className="sr-only">Switch to light theme</span>
      </span>
    </button>
  );
}
