import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Toaster } from './toast.tsx';
import { useConfirmed } from './use-confirmed.ts';

const user = userEvent.setup({ delay: null });
const told = new ApiError({ kind: 'http', status: 409, message: 'In use', hasServerText: true });
const silent = new ApiError({ kind: 'http', status: 500, message: 'HTTP 500' });

function Example({ outcomes }: { outcomes: (Error | null)[] }) {
  const [subject, setSubject] = useState<string | null>('Till');
  const [isDone, setIsDone] = useState(false);
  const { error, close, confirm } = useConfirmed({
    subject,
    act: async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
    },
    done: (name) => `${name} is gone`,
    failed: 'Failed to remove it',
    onClose: () => setSubject(null),
    onDone: () => setIsDone(true),
  });
  return (
    <>
      <button onClick={() => setSubject('Till')}>Ask</button>
      {isDone ? <p>All done</p> : null}
      <ConfirmDialog
        open={subject !== null}
        onClose={close}
        onConfirm={confirm}
        title="Remove?"
        description="For good."
        confirmLabel="Remove"
        error={error}
      />
      <Toaster />
    </>
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));

afterEach(() => act(() => toast.remove()));

it('stays with the reason, and closes once it is done', async () => {
  render(<Example outcomes={[told, silent, null]} />);
  await press('Remove');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('In use');
  await press('Remove');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Failed to remove it');
  expect(screen.getByRole('alertdialog')).not.toHaveTextContent('In use');
  expect(screen.queryByText('All done')).not.toBeInTheDocument();
  await press('Remove');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByText('All done')).toBeVisible();
  expect(await screen.findByText('Till is gone')).toBeVisible();
});

it('forgets the reason when it is closed', async () => {
  render(<Example outcomes={[told]} />);
  await press('Remove');
  expect(screen.getByRole('alertdialog')).toHaveTextContent('In use');
  await press('Cancel');
  await press('Ask');
  expect(screen.getByRole('alertdialog')).not.toHaveTextContent('In use');
});
