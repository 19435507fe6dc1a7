import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from './unsaved-warning.ts';

const followed = vi.fn<(name: string | null) => void>();
const ask = vi.spyOn(window, 'confirm');

afterEach(() => {
  followed.mockReset();
  ask.mockReset();
});

function Form({ changed }: { changed: boolean }) {
  useUnsavedWarning(changed);
  return (
    // Stands in for the router, which hears of every click on a link.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <nav
      onClick={(event) => {
        event.preventDefault();
        followed((event.target as Element).textContent);
      }}
    >
      <a href="/users">Users</a>
      <a href="/companies" data-discard="">
        Cancel
      </a>
      <a href="/help" target="_blank" rel="noreferrer">
        Help
      </a>
    </nav>
  );
}

const click = (name: string) => userEvent.click(screen.getByRole('link', { name }));

it('asks before a link leaves a changed form, and stays when told to', async () => {
  render(<Form changed />);
  ask.mockReturnValue(false);
  await click('Users');
  expect(followed).not.toHaveBeenCalled();
  ask.mockReturnValue(true);
  await click('Users');
  expect(followed).toHaveBeenCalledWith('Users');
});

it('does not ask about Cancel, a new tab, or a form without changes', async () => {
  const { rerender } = render(<Form changed />);
  await click('Cancel');
  await click('Help');
  rerender(<Form changed={false} />);
  await click('Users');
  expect(ask).not.toHaveBeenCalled();
  expect(followed).toHaveBeenCalledTimes(3);
});

it('lets the browser ask when the tab is closed', () => {
  render(<Form changed />);
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});
