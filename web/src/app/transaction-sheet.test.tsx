import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../session/session-store.ts';
import { administrator, signInAs } from '../testing/people.ts';
import { Toaster } from '../ui/toast.tsx';
import AdminLayout from './admin-layout.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const id = '01900000-0000-7000-8000-000000000001';
const reversalId = '01900000-0000-7000-8000-000000000002';

const paid: SystemTransactionDetails = {
  id,
  companyId,
  companyName: 'Gulu Builders',
  isCompanyArchived: false,
  accountId: 'a1',
  accountName: 'Gulu till',
  accountNumber: '100200300',
  type: 'Debit',
  amount: 1500,
  status: 'Success',
  kind: 'payout',
  reference: 'INV-7',
  description: 'Rent of May',
  reason: null,
  date: '2026-01-05T10:00:00.000Z',
  finishedAt: '2026-01-05T10:01:00.000Z',
  reversalOf: null,
  reversedBy: null,
  held: 0,
  apiTransactionId: null,
  legs: [
    { account: 'Gulu till', amount: -1525, balanceAfter: 475 },
    { account: 'Clearing MTN', amount: 1500, balanceAfter: 1500 },
    { account: 'Fees', amount: 25, balanceAfter: 25 },
  ],
};
const reversal: SystemTransactionDetails = {
  ...paid,
  id: reversalId,
  type: 'Credit',
  kind: 'reversal',
  description: 'Reversal: Rent of May',
  reversalOf: id,
};
const row = {
  id,
  companyId,
  company: 'Gulu Builders',
  type: 'Debit',
  amount: 1500,
  status: 'Success',
  date: '2026-01-05T10:00:00.000Z',
};
const waiting = {
  ...row,
  kind: 'pending-approval',
  status: 'Pending',
  description: 'Paying 4',
  reason: null,
  since: '2026-01-05T10:00:00.000Z',
};

type Answer = { status?: number; body: unknown };
const good = (data: unknown, meta?: unknown): Answer => ({ body: { success: true, data, meta } });

let answers: Record<string, () => Answer | Promise<Answer>>;
let calls: string[];
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = ''] = String(input).replace('/api/', '').split('?');
  const name = `${init?.method ?? 'GET'} ${path}`;
  calls.push(typeof init?.body === 'string' ? `${name} ${init.body}` : name);
  const answer = answers[name];
  if (!answer) throw new Error(`No answer for ${name}`);
  const { status = 200, body } = await answer();
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

function Where() {
  return <output data-testid="where">{useLocation().pathname}</output>;
}

function open() {
  render(
    <MemoryRouter initialEntries={['/admin']} useTransitions={false}>
      <AdminLayout>
        <h1>The page</h1>
      </AdminLayout>
      <Where />
      <Toaster />
    </MemoryRouter>,
  );
}

const sheet = () => screen.findByRole('dialog', { name: 'Transaction' });
const idButton = (panel: HTMLElement) => within(panel).findByRole('button', { name: id });

async function openPanel(): Promise<HTMLElement> {
  open();
  await user.click(screen.getByRole('button', { name: 'Transactions' }));
  return screen.findByRole('dialog', { name: 'Transactions' });
}

/** From the Transactions panel, with the transaction in it. */
async function openSheet(shown = 'Rent of May'): Promise<HTMLElement> {
  const panel = await openPanel();
  await user.click(await idButton(panel));
  const opened = await sheet();
  await within(opened).findByText(shown);
  return opened;
}

// On a busy machine the first import outlasts the patience of `findBy`.
beforeAll(async () => {
  await import('../features/dashboards/bell.tsx');
  await import('../features/transactions/transactions-panel.tsx');
  await import('../features/transactions/transaction-panel.tsx');
}, 60_000);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  calls = [];
  answers = {
    'GET AdminDashboard/attention': () =>
      good({ pendingApprovals: 1, failedTransactions: 0, items: [waiting] }),
    'GET AdminDashboard/transactions': () => good([row], { nextAfter: null }),
    [`GET Transaction/${id}`]: () => good(paid),
    [`GET Transaction/${reversalId}`]: () => good(reversal),
  };
  signInAs(administrator);
});

afterEach(() => {
  cleanup();
  act(() => toast.remove());
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the details', () => {
  it('tell all of a transaction', async () => {
    const opened = await openSheet();
    expect(within(opened).getByRole('region', { name: 'Summary' })).toHaveTextContent(
      /UGX 1,500\s*Success\s*Debit\s*Rent of May/,
    );
    expect(within(opened).getByRole('link', { name: 'Gulu Builders' })).toHaveAttribute(
      'href',
      `/companies/${companyId}`,
    );
    expect(within(opened).getByRole('link', { name: 'Gulu till' })).toHaveAttribute(
      'href',
      `/companies/${companyId}/accounts/a1`,
    );
    expect(screen.getByTestId('where')).toHaveTextContent('/admin');
  });

  it('tell when it was, and what each account gained or gave', async () => {
    const opened = await openSheet();
    expect(within(opened).getByRole('button', { name: 'Copy reference' })).toBeVisible();
    expect(within(opened).getByRole('button', { name: 'Copy transaction ID' })).toBeVisible();
    expect(within(opened).getByText('Payout')).toBeVisible();
    expect(within(opened).getByText('Completed')).toBeVisible();
    const legs = within(opened).getAllByRole('row').slice(1);
    expect(
      legs.map((leg) =>
        within(leg)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['-1,525', '475'],
      ['+1,500', '1,500'],
      ['+25', '25'],
    ]);
  });

  it('tell why one failed, and offer nothing then', async () => {
    const failed = { ...paid, status: 'Failed', reason: 'insufficient_funds', legs: [] };
    answers[`GET Transaction/${id}`] = () => good(failed);
    const opened = await openSheet();
    expect(within(opened).getByText('Not enough money on the account')).toBeVisible();
    expect(within(opened).getByText('No money has moved.')).toBeVisible();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('tell what a pending one holds', async () => {
    const pending = { ...paid, status: 'Pending', finishedAt: null, held: 1600, legs: [] };
    answers[`GET Transaction/${id}`] = () => good(pending);
    const opened = await openSheet();
    expect(within(opened).getByText('Not finished yet')).toBeVisible();
    expect(within(opened).getByText('Held on the account').parentElement).toHaveTextContent(
      'UGX 1,600',
    );
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('lead nowhere for an archived company', async () => {
    answers[`GET Transaction/${id}`] = () => good({ ...paid, isCompanyArchived: true });
    const opened = await openSheet();
    expect(within(opened).getByText('Archived')).toBeVisible();
    expect(within(opened).queryByRole('link')).not.toBeInTheDocument();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('lead to the reversal and back, in the same panel', async () => {
    answers[`GET Transaction/${id}`] = () => good({ ...paid, reversedBy: reversalId });
    const opened = await openSheet();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
    await user.click(within(opened).getByRole('button', { name: `transaction ${reversalId}` }));
    expect(await within(opened).findByText('Reversal: Rent of May')).toBeVisible();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
    await user.click(within(opened).getByRole('button', { name: `transaction ${id}` }));
    expect(await within(opened).findByText('Rent of May')).toBeVisible();
  });

  it.each([
    [{ status: 500, body: { message: 'Ledger is away' } }, 'Ledger is away'],
    [{ body: { success: true, data: null } }, 'Invalid response format'],
  ])('say when they cannot be loaded, and try again: %j', async (answer, text) => {
    answers[`GET Transaction/${id}`] = () => answer;
    const opened = await openSheet('Failed to load transaction');
    expect(within(opened).getByText(text)).toBeVisible();
    answers[`GET Transaction/${id}`] = () => good(paid);
    await user.click(within(opened).getByRole('button', { name: 'Try Again' }));
    expect(await within(opened).findByText('Rent of May')).toBeVisible();
  });

  it('say that there is no such transaction', async () => {
    answers[`GET Transaction/${id}`] = () => ({
      status: 404,
      body: { success: false, message: 'Transaction not found' },
    });
    const opened = await openSheet('Transaction not found');
    expect(within(opened).getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

describe('over another panel', () => {
  it('keeps the focus, and gives it back to the row it came from', async () => {
    const panel = await openPanel();
    const opener = await idButton(panel);
    opener.focus();
    await user.keyboard('{Enter}');
    const opened = await sheet();
    await within(opened).findByText('Rent of May');
    for (let press = 0; press < 8; press += 1) {
      await user.tab();
      expect(opened).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opened).not.toBeInTheDocument());
    expect(panel).toBeInTheDocument();
    await waitFor(() => expect(opener).toHaveFocus());
    await user.tab();
    expect(panel).toContainElement(document.activeElement as HTMLElement);
  });

  it('opens by a press anywhere on the row, and comes back to that row', async () => {
    const panel = await openPanel();
    const opener = await idButton(panel);
    await user.click(within(within(panel).getByRole('listitem')).getByText('Debit'));
    await within(await sheet()).findByText('Rent of May');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('leaves the company in a row a link to the company', async () => {
    const panel = await openPanel();
    await user.click(await within(panel).findByRole('link', { name: 'Gulu Builders' }));
    expect(screen.getByTestId('where')).toHaveTextContent(`/companies/${companyId}`);
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog', { name: 'Transaction' })).not.toBeInTheDocument();
  });

  it('opens from the bell, and a link in it leaves all of them', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    const bell = await screen.findByRole('dialog', { name: 'Notifications' });
    await user.click(await within(bell).findByText('Payout waits for approval'));
    const opened = await sheet();
    await user.click(await within(opened).findByRole('link', { name: 'Gulu till' }));
    expect(screen.getByTestId('where')).toHaveTextContent(`/companies/${companyId}/accounts/a1`);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('a reversal', () => {
  const path = `POST Transaction/${id}/reverse`;
  const toastTexts = () =>
    [...document.querySelectorAll('[data-toast] p')].map((text) => text.textContent);

  async function openDialog(): Promise<HTMLElement> {
    const opened = await openSheet();
    await user.click(within(opened).getByRole('button', { name: 'Reverse' }));
    return screen.findByRole('alertdialog', { name: 'Reverse this transaction?' });
  }
  const press = (dialog: HTMLElement) =>
    user.click(within(dialog).getByRole('button', { name: 'Reverse' }));

  it('says what will happen and wants a reason first', async () => {
    const dialog = await openDialog();
    expect(dialog).toHaveAccessibleDescription(
      /^UGX 1,525 will be given back to Gulu till of Gulu Builders at once/,
    );
    const field = within(dialog).getByLabelText('Reason');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('maxlength', '200');
    await user.type(field, '   ');
    await press(dialog);
    expect(field).toHaveAccessibleDescription(/^Reason is required/);
    expect(field).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('is done once, says so, and shows and lists anew', async () => {
    let release = (): void => {};
    answers[path] = () =>
      new Promise((resolve) => {
        release = () => resolve(good({ id: reversalId }));
      });
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), ' Paid twice ');
    await press(dialog);
    await user.click(await within(dialog).findByRole('button', { name: 'Reversing...' }));
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      `${path} {"reason":"Paid twice"}`,
    ]);
    calls.length = 0;
    answers[`GET Transaction/${id}`] = () => good({ ...paid, reversedBy: reversalId });
    act(() => release());
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() => expect(toastTexts()).toContain('Transaction reversed successfully'));
    const opened = await sheet();
    expect(
      await within(opened).findByRole('button', { name: `transaction ${reversalId}` }),
    ).toBeVisible();
    await waitFor(() => expect(calls).toContain('GET AdminDashboard/transactions'));
    expect(calls).toContain('GET AdminDashboard/attention');
  });

  it.each([
    [
      { status: 409, body: { success: false, message: 'The account does not hold enough' } },
      'The account does not hold enough',
    ],
    [{ status: 500, body: {} }, 'Failed to reverse transaction'],
  ])('that is refused stays open with the reason: %j', async (answer, text) => {
    answers[path] = () => answer;
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), 'Paid twice');
    await press(dialog);
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Paid twice');
    expect(toastTexts()).toContain(text);
    answers[path] = () => good({ id: reversalId });
    await press(dialog);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
