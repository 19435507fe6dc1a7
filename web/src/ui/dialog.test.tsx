import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

function Example({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add product</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="New product"
        description="It can be sold at once."
        busy={busy}
        footer={<Button>Create</Button>}
      >
        <TextField label="Product code" />
      </Dialog>
    </>
  );
}

it('has a name and a description, and focuses the first field', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.click(screen.getByRole('button', { name: 'Add product' }));
  const dialog = screen.getByRole('dialog', { name: 'New product' });
  expect(dialog).toHaveAccessibleDescription('It can be sold at once.');
  expect(screen.getByLabelText('Product code')).toHaveFocus();
});

function Late() {
  const [accounts, setAccounts] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAccounts(true)}>
        Answer
      </button>
      <Dialog open onClose={() => undefined} title="New till" footer={<Button>Create</Button>}>
        {accounts ? <TextField label="Name" /> : 'Loading'}
      </Dialog>
    </>
  );
}

const answer = () =>
  // Outside of the dialog, as an answer of the server is.
  fireEvent.click(screen.getByRole('button', { name: 'Answer', hidden: true }));

it('focuses the first field when it comes after the dialog', async () => {
  render(<Late />);
  expect(await screen.findByRole('button', { name: 'Close' })).toHaveFocus();
  answer();
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
});

it('leaves the focus where it was moved before the first field came', async () => {
  render(<Late />);
  await screen.findByRole('button', { name: 'Close' });
  await userEvent.tab();
  answer();
  await screen.findByLabelText('Name');
  expect(screen.getByRole('button', { name: 'Create' })).toHaveFocus();
});

it('keeps the focus inside', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.click(screen.getByRole('button', { name: 'Add product' }));
  const dialog = screen.getByRole('dialog');
  for (let press = 0; press < 5; press += 1) {
    await user.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
});

it('closes on Escape and returns the focus', async () => {
  const user = userEvent.setup();
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Add product' });
  await user.click(opener);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

it('closes on a press outside, but not once something was typed', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Add product', hidden: true });
  await user.click(opener);
  await user.click(document.body);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(opener);
  await user.type(screen.getByLabelText('Product code'), 'D');
  await user.click(document.body);
  expect(screen.getByLabelText('Product code')).toHaveValue('D');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('cannot be closed while busy', async () => {
  const user = userEvent.setup();
  render(<Example busy />);
  await user.click(screen.getByRole('button', { name: 'Add product' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
});
