import type { Attention, AttentionItem } from '@sente/contract/attention';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import ApprovalsDialog from './approvals-dialog.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';

const waiting = (n: number, payout: Partial<NonNullable<AttentionItem['payout']>> = {}) => ({
  kind: 'pending-approval' as const,
  id: `01900000-0000-7000-8000-00000000000${n}`,
  companyId,
  company: `Company ${n}`,
  type: 'Debit' as const,
  amount: 1_000 * n,
  status: 'Pending' as const,
  date: '2026-01-05T10:00:00.000Z',
  description: 'Mobile money to 256772000001',
  reason: null,
  since: '2026-01-05T10:00:00.000Z',
  payout: {
    accountId: '55555555-5555-4555-8555-555555555555',
    accountName: 'Main till',
    accountNumber: '100200300',
    isAccountActive: true,
    phoneNumber: '256772000001',
    network: 'MTN',
    fee: 25,
    held: 1_000 * n + 25,
    note: `Salary ${n}`,
    requestedBy: 'Grace Nakato',
    isOwn: false,
    ...payout,
  },
});

const attentionOf = (...items: AttentionItem[]): Attention => ({
  pendingApprovals: items.length,
  paymentReviews: 0,
  failedTransactions: 0,
  items,
  webhooksGaveUp: [],
});

type Answer = { status?: number; body?: unknown } | 'cut off' | 'never';
const good = (data: unknown): Answer => ({ body: { success: true, data } });

let answers: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const name = `${init?.method ?? 'GET'} ${String(input).replace('/api/', '')}`;
  calls.push(name);
  const answer = answers[name];
  if (!answer) throw new Error(`No answer for ${name}`);
  if (answer === 'never') return new Promise(() => {});
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': 'application/json' },
  });
}

const attentionCall = 'GET AdminDashboard/attention';
const callOf = (n: number, decision: 'approve' | 'reject') =>
  `PUT Transaction/${waiting(n).id}/${decision}`;

async function open(...items: AttentionItem[]) {
  answers[attentionCall] = good(attentionOf(...items));
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter useTransitions={false}>
        <ApprovalsDialog open tab="payouts" onTab={() => {}} onClose={() => {}} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Waiting payouts' });
  await within(list).findAllByRole('listitem');
  return list;
}

const itemOf = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

async function decide(text: string, decision: 'Approve' | 'Reject') {
  await user.click(within(itemOf(text)).getByRole('button', { name: decision }));
  return screen.findByRole('alertdialog', { name: `${decision} this payout?` });
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answers = {};
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('shows all that whoever approves has to know', async () => {
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
    `/companies/${companyId}/accounts/55555555-5555-4555-8555-555555555555`,
  );
});

it('begins with what waits longest, and says when there is more than is shown', async () => {
  await open(waiting(2), waiting(1));
  const companies = () => screen.getAllByText(/^Company \d$/).map(({ textContent }) => textContent);
  expect(companies()).toEqual(['Company 1', 'Company 2']);
  expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
  answers[attentionCall] = good({ ...attentionOf(waiting(2), waiting(1)), pendingApprovals: 60 });
  await act(() => client.invalidateQueries());
  expect(await screen.findByText('Showing the oldest 2 of 60')).toBeVisible();
});

it('approves after asking, and the row leaves', async () => {
  await open(waiting(1), waiting(2));
  const dialog = await decide('Company 1', 'Approve');
  expect(dialog).toHaveTextContent(
    'UGX 1,000 of Company 1 will be sent to 256772000001 (MTN) at once.',
  );
  expect(calls).not.toContain(callOf(1, 'approve'));
  answers[callOf(1, 'approve')] = good({ id: waiting(1).id });
  answers[attentionCall] = good(attentionOf(waiting(2)));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Payout approved')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Company 1')).not.toBeInTheDocument());
  expect(screen.getByText('Company 2')).toBeInTheDocument();
});

it('rejects after asking, and says that the money is free again', async () => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Reject');
  expect(dialog).toHaveTextContent('UGX 1,025 will be free again on the account of Company 1');
  answers[callOf(1, 'reject')] = good({ id: waiting(1).id });
  answers[attentionCall] = good(attentionOf());
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Payout rejected')).toBeVisible();
  expect(await screen.findByText('No payouts wait for approval.')).toBeVisible();
});

it('keeps the reader from approving their own request, and says why', async () => {
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
    { status: 409, body: { success: false, message: 'This payout was already decided' } },
    'This payout was already decided',
  ],
  ['the server says nothing', { status: 500, body: {} }, 'Failed to approve payout'],
  ['there is no connection', 'cut off', 'Network error occurred'],
] as const)('stays with the reason when %s, and reads the list again', async (_, answer, text) => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Approve');
  answers[callOf(1, 'approve')] = answer;
  answers[attentionCall] = good(attentionOf(waiting(2)));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await within(dialog).findByText(text)).toBeVisible();
  expect(dialog).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Company 1')).not.toBeInTheDocument());
  expect(screen.getByText('Company 2')).toBeInTheDocument();
});

it('sends once, however often it is pressed', async () => {
  await open(waiting(1));
  const dialog = await decide('Company 1', 'Approve');
  answers[callOf(1, 'approve')] = 'never';
  const button = within(dialog).getByRole('button', { name: 'Approve' });
  await user.dblClick(button);
  expect(await within(dialog).findByText('Approving...')).toBeVisible();
  await user.click(button);
  expect(calls.filter((call) => call === callOf(1, 'approve'))).toHaveLength(1);
});

it('shows a payout of which the server tells no more', async () => {
  await open({ ...waiting(1), payout: null });
  expect(itemOf('Company 1')).toHaveTextContent('Mobile money to 256772000001');
  expect(within(itemOf('Company 1')).getByRole('button', { name: 'Approve' })).toBeEnabled();
});
