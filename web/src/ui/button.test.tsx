import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MemoryRouter } from '../lib/router.tsx';
import { Button, ButtonLink } from './button.tsx';

it('does not submit a form unless asked to', () => {
  render(<Button>Save</Button>);
  expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
});

it('is disabled while busy, with the busy label as its only text', () => {
  const { rerender } = render(<Button busyLabel="Saving...">Save Company</Button>);
  const button = screen.getByRole('button', { name: 'Save Company' });
  expect(button.textContent).toBe('Save Company');

  rerender(
    <Button busy busyLabel="Saving...">
      Save Company
    </Button>,
  );
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button.textContent).toBe('Saving...');
});

it('keeps its name while busy without a busy label', () => {
  render(<Button busy>Refresh</Button>);
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeDisabled();
});

it('reserves the width of both texts', () => {
  const { rerender, container } = render(<Button busyLabel="Deleting...">Delete</Button>);
  const label = container.querySelector('.reserve-width');
  expect(label).toHaveAttribute('data-reserve', 'Deleting...');
  expect(label).toHaveAttribute('data-reserve-icon');
  rerender(
    <Button busy busyLabel="Deleting...">
      Delete
    </Button>,
  );
  expect(label).toHaveAttribute('data-reserve', 'Delete');
  expect(label).not.toHaveAttribute('data-reserve-icon');
});

it('sends once on a double click while the first is open, and again afterwards', async () => {
  const user = userEvent.setup();
  const finish: (() => void)[] = [];
  const send = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
  render(<Button onClick={send}>Send</Button>);
  const button = screen.getByRole('button');

  await user.dblClick(button);
  expect(send).toHaveBeenCalledTimes(1);
  expect(button).toBeDisabled();

  finish[0]?.();
  await vi.waitFor(() => expect(button).toBeEnabled());
  expect(button).toHaveFocus();
  await user.click(button);
  expect(send).toHaveBeenCalledTimes(2);
});

it('ignores a second click within the same tick', () => {
  const send = vi.fn(() => new Promise<void>(() => {}));
  render(<Button onClick={send}>Send</Button>);
  const button = screen.getByRole('button');
  button.click();
  button.click();
  expect(send).toHaveBeenCalledTimes(1);
});

it('works as a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/companies/create">Create Company</ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Create Company' })).toHaveAttribute(
    'href',
    '/companies/create',
  );
});
