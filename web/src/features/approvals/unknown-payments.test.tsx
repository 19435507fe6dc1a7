import { networkNotices, type NetworkNotice } from '@sente/contract/network-notices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, ok, refused, type Answer } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import { UnknownPayments } from './unknown-payments.tsx';

const id = '66666666-6666-4666-8666-666666666666';
const proven: NetworkNotice = {
  id,
  network: 'MTN',
  reference: '01900000-0000-7000-8000-000000000001',
  said: 'paid UGX 1,000',
  isProven: true,
  content: '{"status":"SUCCESSFUL"}',
  firstAt: '2026-01-05T10:00:00.000Z',
  lastAt: '2026-01-05T11:00:00.000Z',
  times: 3,
};

it('shows what each network said, how often, and whether it is proven', async () => {
  const other = {
    ...proven,
    id: id.replaceAll('6', '7'),
    reference: '',
    isProven: false,
    times: 1,
  };
  open(ok([proven, other]));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('MTN: paid UGX 1,000');
  expect(first).toHaveTextContent(proven.reference);
  expect(first).toHaveTextContent('3 times');
  expect(first).toHaveTextContent('{"status":"SUCCESSFUL"}');
  expect(within(first as HTMLElement).getByText('Proven')).toBeVisible();
  expect(second).toHaveTextContent('No reference');
  expect(second).toHaveTextContent('once');
  expect(within(second as HTMLElement).getByText('Not proven')).toBeVisible();
});

it('closes one with a note, which is required', async () => {
  open(ok([proven]));
  await press('Close with a note');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close this report?' });
  await press('Close report', dialog);
  expect(within(dialog).getByText('A note is required')).toBeVisible();
  const note = within(dialog).getByRole('textbox', { name: /Note/ });
  expect(note).toHaveFocus();
  await user.keyboard(' Paid back by hand ');
  // A refusal keeps the input.
  serve(networkNotices.close, refused(404, 'This notice is not open'));
  await press('Close report', dialog);
  expect(await within(dialog).findByText('This notice is not open')).toBeVisible();
  expect(note).toHaveValue(' Paid back by hand ');
  serve(networkNotices.close, ok(null));
  serve(networkNotices.list, ok([]));
  await press('Close report', dialog);
  expect(await screen.findByText('Report closed')).toBeVisible();
  expect(calls(networkNotices.close).at(-1)).toMatchObject({
    params: { id },
    body: { note: 'Paid back by hand' },
  });
  expect(await screen.findByText('No network reports an unknown payment.')).toBeVisible();
});

it('says that it loads', async () => {
  const { answer, release } = held();
  open(answer);
  expect(await screen.findByText('Loading unknown payments')).toBeInTheDocument();
  release(ok([proven]));
  expect(await screen.findByText('MTN: paid UGX 1,000')).toBeVisible();
});

it('says when the list cannot be loaded, and retries', async () => {
  open(refused(500, 'Too slow'));
  const panel = (await screen.findByText('Failed to load the unknown payments')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(panel).toHaveTextContent('Too slow');
  serve(networkNotices.list, ok([proven]));
  await press('Try Again', panel);
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByText('MTN: paid UGX 1,000')).toBeVisible();
});

function open(answer: Answer | (() => Promise<Answer>)) {
  serve(networkNotices.list, answer);
  return renderPart(<UnknownPayments />);
}
