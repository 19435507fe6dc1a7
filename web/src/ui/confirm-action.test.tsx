import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { useChange } from '../api/change.ts';
import { expectToast, toasts } from '../testing/messages.ts';
import { renderPart } from '../testing/page.tsx';
import { press } from '../testing/user.ts';
import { ConfirmAction } from './confirm-action.tsx';

const told = new ApiError({ kind: 'http', status: 409, message: 'In use', hasServerText: true });
const silent = new ApiError({ kind: 'http', status: 500, message: 'HTTP 500' });

const dialog = () => screen.getByRole('alertdialog', { name: 'Remove Till?' });

it('stays open with the reason, and closes once it is done', async () => {
  renderPart(<Example outcomes={[told, silent, null]} />);
  await press('Remove');
  await waitFor(() => expect(dialog()).toHaveTextContent('In use'));
  await press('Remove');
  await waitFor(() => expect(dialog()).toHaveTextContent('Failed to remove it'));
  expect(dialog()).not.toHaveTextContent('In use');
  expect(screen.queryByText('All done')).not.toBeInTheDocument();
  await press('Remove');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByText('All done')).toBeVisible();
  await expectToast('Till is gone');
});

it('clears the reason when it is closed', async () => {
  renderPart(<Example outcomes={[told]} />);
  await press('Remove');
  await waitFor(() => expect(dialog()).toHaveTextContent('In use'));
  await press('Cancel');
  await press('Ask');
  expect(dialog()).not.toHaveTextContent('In use');
});

it('says the reason once, and again only if the dialog goes away with the record', async () => {
  const { unmount } = renderPart(<Example outcomes={[told]} />);
  await press('Remove');
  await waitFor(() => expect(dialog()).toHaveTextContent('In use'));
  expect(toasts()).toEqual([]);
  unmount();
  renderPart(null);
  await expectToast('In use');
});

function Example({ outcomes }: { outcomes: (Error | null)[] }) {
  const [subject, setSubject] = useState<string | null>('Till');
  const [isDone, setIsDone] = useState(false);
  const send = async (_name: string) => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  };
  return (
    <>
      <button onClick={() => setSubject('Till')}>Ask</button>
      {isDone ? <p>All done</p> : null}
      <ConfirmAction
        subject={subject}
        change={useChange({ send, invalidates: [] })}
        input={(name) => name}
        title={(name) => `Remove ${name}?`}
        description="For good."
        confirmLabel="Remove"
        done={(name) => `${name} is gone`}
        failed="Failed to remove it"
        onClose={() => setSubject(null)}
        onDone={() => setIsDone(true)}
      />
    </>
  );
}
