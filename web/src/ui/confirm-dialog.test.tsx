import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter } from '../lib/router.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Menu } from './menu.tsx';

it('names the record and the effect, and focuses the safe button', async () => {
  await openDialog(() => Promise.resolve());
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Gulu Builders?' });
  expect(dialog).toHaveAccessibleDescription('This action cannot be undone.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

it('stays open while busy: both buttons disabled, Escape ignored, one call on a double click', async () => {
  const remove = vi.fn(() => new Promise<void>(() => {}));
  const user = await openDialog(remove);
  await user.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
});

it('closes after success and returns the focus', async () => {
  const user = await openDialog(() => Promise.resolve());
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Delete company' })).toHaveFocus();
});

it('stays open with the reason after a failure, ready for another try', async () => {
  const user = await openDialog(() => Promise.reject(new Error('Failed to delete company')));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to delete company');
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
});

it('does nothing on cancel', async () => {
  const remove = vi.fn(() => Promise.resolve());
  const user = await openDialog(remove);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(remove).not.toHaveBeenCalled();
});

it('returns the focus to the button of the menu it was opened from', async () => {
  const user = userEvent.setup();
  render(<Example remove={() => Promise.resolve()} menu />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete...' }));
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});

it.each([
  ['a press of Enter in a field confirms', 'primary', {}, 1],
  ['not while the key is held down', 'primary', { repeat: true }, 0],
  ['not in a dangerous question', 'danger', {}, 0],
] as const)('%s', async (_name, tone, event, times) => {
  const confirm = vi.fn();
  render(
    <MemoryRouter>
      <ConfirmDialog
        open
        tone={tone}
        onClose={() => {}}
        title="Delete Gulu Builders?"
        description="This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={confirm}
      >
        <input aria-label="Reason" />
      </ConfirmDialog>
    </MemoryRouter>,
  );
  fireEvent.keyDown(await screen.findByLabelText('Reason'), { key: 'Enter', ...event });
  expect(confirm).toHaveBeenCalledTimes(times);
});

interface ExampleProps {
  remove: () => Promise<void>;
  menu?: boolean;
}

/** As the screens use it: busy and error come from the call. */
function Example({ remove, menu = false }: ExampleProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <MemoryRouter>
      {menu ? (
        <Menu
          trigger={<Button>More</Button>}
          items={[{ label: 'Delete...', onSelect: () => setOpen(true) }]}
        />
      ) : (
        <Button onClick={() => setOpen(true)}>Delete company</Button>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete Gulu Builders?"
        description="This action cannot be undone."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        error={error}
        onConfirm={async () => {
          setBusy(true);
          setError(undefined);
          await remove().then(
            () => setOpen(false),
            (reason: Error) => setError(reason.message),
          );
          setBusy(false);
        }}
      />
    </MemoryRouter>
  );
}

async function openDialog(remove: () => Promise<void>) {
  const user = userEvent.setup();
  render(<Example remove={remove} />);
  await user.click(screen.getByRole('button', { name: 'Delete company' }));
  return user;
}
