import { readAttention, type Attention, type AttentionItem } from '@sente/contract/attention';
import { networks } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, ok, refused, silent } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { aTransaction } from '../../testing/transactions.ts';
import { aWaitingPayout as waiting, noAttention } from '../../testing/staff-records.ts';
import { press, user } from '../../testing/user.ts';
import ApprovalsDialog from './approvals-dialog.tsx';

const attentionOf = (...items: AttentionItem[]): Attention => ({
  ...noAttention,
  pendingApprovals: items.length,
  items,
});
const wait = (...items: AttentionItem[]) => serve(readAttention, ok(attentionOf(...items)));

async function open(...items: AttentionItem[]) {
  wait(...items);
  serve(networks.holder, ok({ status: 'registered', name: 'Sarah Nakato' }));
  const part = renderPart(
    <ApprovalsDialog open tab="payouts" onTab={() => {}} onClose={() => {}} />,
  );
  const list = await screen.findByRole('list', { name: 'Waiting payouts' });
  await within(list).findAllByRole('listitem');
  return part;
}

const itemOf = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

async function decide(text: string, decision: 'Approve' | 'Reject') {
  await press(decision, itemOf(text));
  return screen.findByRole('alertdialog', { name: `${decision} this payout?` });
}

it('shows everything the approver needs to know', async () => {
  await open(waiting(1), waiting(2));
  expect(screen.getByRole('tab', { name: 'Payouts to approve (2)' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const text = itemOf('Company 1').textContent;
  for (const part of [
    'Salary 1',
    'UGX 1,000',
    'UGX 1,025 held',
    '256772000001 · MTN',
    'Main till 100200300',
    'UGX 25',
    'Grace Nakato',
    'ago',
  ]) {
    expect(text).toContain(part);
  }
  expect(within(itemOf('Company 1')).getByRole('link', { name: /Main till/ })).toHaveAttribute(
    'href',
    `/companies/${waiting(1).companyId}/accounts/55555555-5555-4555-8555-555555555555`,
  );
});

it('starts with the longest waiting, and says when there are more', async () => {
  const { client } = await open(waiting(2), waiting(1));
  const companies = () => screen.getAllByText(/^Company \d$/).map(({ textContent }) => textContent);
  expect(companies()).toEqual(['Company 1', 'Company 2']);
  expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
  serve(readAttention, ok({ ...attentionOf(waiting(2), waiting(1)), pendingApprovals: 60 }));
  await act(() => client.invalidateQueries());
  expect(await screen.findByText('Showing the oldest 2 of 60')).toBeVisible();
});

it('approves after a confirmation and removes the row', async () => {
  await open(waiting(1), waiting(2));
  const dialog = await decide('Company 1', 'Approve');
  expect(dialog).toHaveTextContent(
    'UGX 1,000 of Company 1 will be sent to 256772000001 (MTN) at once.',
  );
  expect(await within(dialog).findByText('Registered to Sarah Nakato')).toBeVisible();
  expect(calls(networks.holder)).toMatchObject([
    {
      params: { companyId: waiting(1).companyId },
      query: { phoneNumber: '256772000001', network: 'MTN' },
    },
  ]);
  expect(calls(transactions.approve)).toEqual([]);
  serve(transactions.approve, ok(aTransaction({ id: waiting(1).id })));
  wait(waiting(2));
  await press('Approve', dialog);
  expect(await screen.findByText('Payout approved')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Company 1')).not.toBeInTheDocument());
  expect(screen.getByText('Company 2')).toBeInTheDocument();
});

it('rejects after a confirmation and says that the money is released', async () => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Reject');
  expect(calls(networks.holder)).toEqual([]);
  expect(dialog).toHaveTextContent('UGX 1,025 will be free again on the account of Company 1');
  serve(transactions.reject, ok(aTransaction({ id: waiting(1).id })));
  wait();
  await press('Reject', dialog);
  expect(await screen.findByText('Payout rejected')).toBeVisible();
  expect(await screen.findByText('No payouts wait for approval.')).toBeVisible();
});

it('prevents approving the own request, and says why', async () => {
  await open(waiting(1, { isOwn: true }), waiting(2, { isAccountActive: false }));
  for (const [company, reason] of [
    ['Company 1', 'You asked for this payout, so somebody else has to approve it.'],
    ['Company 2', 'The account is inactive, so it cannot be approved.'],
  ] as const) {
    const approve = within(itemOf(company)).getByRole('button', { name: 'Approve' });
    expect(approve).toBeDisabled();
    expect(approve).toHaveAccessibleDescription(reason);
    expect(within(itemOf(company)).getByRole('button', { name: 'Reject' })).toBeEnabled();
  }
});

it.each([
  [
    'another administrator was quicker',
    refused(409, 'This payout was already decided'),
    'This payout was already decided',
  ],
  ['the server says nothing', silent, 'Failed to approve payout'],
  ['there is no connection', 'connection lost', 'Network error occurred'],
] as const)('stays open with the reason when %s, and reloads the list', async (_, answer, text) => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Approve');
  serve(transactions.approve, answer);
  wait(waiting(2));
  await press('Approve', dialog);
  expect(await within(dialog).findByText(text)).toBeVisible();
  expect(dialog).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Company 1')).not.toBeInTheDocument());
  expect(screen.getByText('Company 2')).toBeInTheDocument();
});

it('sends once, however often it is pressed', async () => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Approve');
  serve(transactions.approve, held().answer);
  const button = within(dialog).getByRole('button', { name: 'Approve' });
  await user.dblClick(button);
  expect(await within(dialog).findByText('Approving...')).toBeVisible();
  await user.click(button);
  expect(calls(transactions.approve).map(({ params }) => params)).toEqual([{ id: waiting(1).id }]);
});

it('shows a payout for which the server sends only the basics', async () => {
  await open({ ...waiting(1), payout: null });
  expect(itemOf('Company 1')).toHaveTextContent('Mobile money to 256772000001');
  expect(within(itemOf('Company 1')).getByRole('button', { name: 'Approve' })).toBeEnabled();
});
