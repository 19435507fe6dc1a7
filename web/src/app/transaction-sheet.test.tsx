import { approvals } from '@sente/contract/approvals';
import { readAttention } from '@sente/contract/attention';
import { listSystemTransactions } from '@sente/contract/system-transactions';
import { transactions } from '@sente/contract/transactions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, ok, refused, silent, type Answer, malformed } from '../testing/answers.ts';
import { anApproval } from '../testing/approvals.ts';
import { expectToast } from '../testing/messages.ts';
import { address, renderPart } from '../testing/page.tsx';
import { calls, forgetCalls, serve } from '../testing/server.ts';
import {
  aPaidTransaction as paid,
  anAttentionItem,
  aReversal,
  aSystemTransaction,
  noAttention,
} from '../testing/staff-records.ts';
import { press, user } from '../testing/user.ts';
import AdminLayout from './admin-layout.tsx';

const { id, companyId } = paid;
const reversalId = aReversal.id;
const row = aSystemTransaction(1, { id, company: 'Gulu Builders', type: 'Debit', amount: 1500 });
const failed = { ...anAttentionItem(5, 'failed-transaction'), id };

const sheet = () => screen.findByRole('dialog', { name: 'Transaction' });
const idButton = (panel: HTMLElement) => within(panel).findByRole('button', { name: id });

beforeEach(() => {
  serve(readAttention, ok({ ...noAttention, failedTransactions: 1, items: [failed] }));
  serve(listSystemTransactions, ok([row], { nextAfter: null }));
  servePaid(ok(paid));
});

describe('the details', () => {
  it('the mark of a reversed transaction opens its reversal', async () => {
    serve(listSystemTransactions, ok([{ ...row, reversedBy: reversalId }], { nextAfter: null }));
    const panel = await openPanel();
    await user.click(
      await within(panel).findByRole('button', { name: `Reversed by transaction ${reversalId}` }),
    );
    expect(within(await sheet()).getByText(/Reversal of/)).toBeVisible();
  });

  it('the details show all of a transaction', async () => {
    const opened = await openSheet();
    expect(within(opened).getByRole('region', { name: 'Summary' })).toHaveTextContent(
      /UGX 1,525\s*Success\s*Debit\s*Rent of May/,
    );
    expect(within(opened).getByRole('link', { name: 'Gulu Builders' })).toHaveAttribute(
      'href',
      `/companies/${companyId}`,
    );
    expect(within(opened).getByRole('link', { name: 'Gulu till' })).toHaveAttribute(
      'href',
      `/companies/${companyId}/accounts/a1`,
    );
    expect(address()).toBe('/admin');
  });

  it('the details show the time and what each account gained or lost', async () => {
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

  it('a failed transaction shows the reason and no action', async () => {
    const failed = {
      ...paid,
      status: 'Failed',
      reason: 'insufficient_funds',
      legs: [],
      reversal: null,
    };
    servePaid(ok(failed));
    const opened = await openSheet();
    expect(within(opened).getByText('Not enough money on the account')).toBeVisible();
    expect(within(opened).getByText('No money has moved.')).toBeVisible();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('a pending transaction shows its hold', async () => {
    const pending = {
      ...paid,
      type: 'Debit',
      status: 'Pending',
      amount: 1500,
      fee: 100,
      net: null,
      finishedAt: null,
      held: 1600,
      legs: [],
      reversal: null,
    };
    servePaid(ok(pending));
    const opened = await openSheet();
    expect(within(opened).getByText('Not finished yet')).toBeVisible();
    expect(within(opened).getByText('Held on the Account').parentElement).toHaveTextContent(
      'UGX 1,600',
    );
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('an archived company has no link', async () => {
    servePaid(ok({ ...paid, isCompanyArchived: true, reversal: null }));
    const opened = await openSheet();
    expect(within(opened).getByText('Archived')).toBeVisible();
    expect(within(opened).queryByRole('link')).not.toBeInTheDocument();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
  });

  it('the details link to the reversal and back, in the same panel', async () => {
    servePaid(ok({ ...paid, reversedBy: reversalId, reversal: null }));
    const opened = await openSheet();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
    await press(`transaction ${reversalId}`, opened);
    expect(await within(opened).findByText('Reversal: Rent of May')).toBeVisible();
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
    await press(`transaction ${id}`, opened);
    expect(await within(opened).findByText('Rent of May')).toBeVisible();
  });

  it.each([
    [refused(500, 'Ledger is away'), 'Ledger is away'],
    [malformed(null), 'Invalid response format'],
  ])('the details show the error and retry: %j', async (answer, text) => {
    servePaid(answer);
    const opened = await openSheet('Failed to load transaction');
    expect(within(opened).getByText(text)).toBeVisible();
    servePaid(ok(paid));
    await press('Try Again', opened);
    expect(await within(opened).findByText('Rent of May')).toBeVisible();
  });

  it('the details say that there is no such transaction', async () => {
    servePaid(refused(404, 'Transaction not found'));
    const opened = await openSheet('Transaction not found');
    expect(within(opened).getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

describe('a transaction over another panel', () => {
  it('keeps the focus and returns it to the row', async () => {
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

  it('opens by a press anywhere on the row and returns to that row', async () => {
    const panel = await openPanel();
    const opener = await idButton(panel);
    await user.click(within(within(panel).getByRole('listitem')).getByText('Debit'));
    await within(await sheet()).findByText('Rent of May');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('the company in a row stays a link to the company', async () => {
    const panel = await openPanel();
    await user.click(await within(panel).findByRole('link', { name: 'Gulu Builders' }));
    expect(address()).toBe(`/companies/${companyId}`);
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog', { name: 'Transaction' })).not.toBeInTheDocument();
  });

  it('opens from the bell, and a link in it closes all panels', async () => {
    open();
    await press(/^Notifications/);
    const bell = await screen.findByRole('dialog', { name: 'Notifications' });
    await user.click(await within(bell).findByText('Transaction failed'));
    const opened = await sheet();
    await user.click(await within(opened).findByRole('link', { name: 'Gulu till' }));
    expect(address()).toBe(`/companies/${companyId}/accounts/a1`);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('what waits for a second person', () => {
  it('is decided on the transaction itself', async () => {
    const request = anApproval({ kind: 'reversal', note: 'Paid twice', history: [] });
    servePaid(ok({ ...paid, approvals: [request] }));
    serve(approvals.approve, ok({ ...request, state: 'approved' as const }));
    const opened = await openSheet();
    const section = within(opened).getByRole('region', { name: 'Approvals' });
    expect(section).toHaveTextContent(/Waits for the provider.*Asked by Sarah Nakato/);
    // It is asked for once.
    expect(within(opened).queryByRole('button', { name: 'Reverse' })).not.toBeInTheDocument();
    await press('Approve', section);
    await press('Approve', await screen.findByRole('alertdialog'));
    await expectToast('Reversal approved');
    expect(calls(approvals.approve)[0]?.params).toEqual({ id: request.id });
  });
});

describe('a reversal', () => {
  async function openDialog(): Promise<HTMLElement> {
    const opened = await openSheet();
    await press('Reverse', opened);
    return screen.findByRole('alertdialog', { name: 'Ask to reverse this transaction?' });
  }
  const reverse = (dialog: HTMLElement) => press('Ask for approval', dialog);

  it('describes the effect and requires a reason first', async () => {
    const dialog = await openDialog();
    expect(dialog).toHaveAccessibleDescription(
      /^UGX 1,525 will be given back to Gulu till of Gulu Builders when a second person approves it, .*The phone that was paid keeps the money/,
    );
    const field = within(dialog).getByLabelText('Reason');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('maxlength', '200');
    await user.type(field, '   ');
    await reverse(dialog);
    expect(field).toHaveAccessibleDescription(/^Reason is required/);
    expect(field).toHaveFocus();
    expect(calls(transactions.reverse)).toEqual([]);
  });

  it.each([
    [
      { advanced: 400, repaid: 0, owed: 400 },
      'The account lacks UGX 400: Gulu Builders will owe it to the provider, and later credits repay it.',
    ],
    [
      { advanced: 0, repaid: 300, owed: 0 },
      'UGX 300 of it repays what Gulu Builders owes the provider.',
    ],
  ])('says beforehand what the company will owe', async (reversal, text) => {
    servePaid(ok({ ...paid, reversal }));
    const dialog = await openDialog();
    expect(dialog).toHaveTextContent(text);
  });

  it('is asked for once, says that it waits, and reloads details and lists', async () => {
    const { answer, release } = held();
    serve(transactions.reverse, answer);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), ' Paid twice ');
    await reverse(dialog);
    await press('Asking...', dialog);
    expect(calls(transactions.reverse).map(({ params, body }) => ({ ...params, ...body }))).toEqual(
      [{ id, reason: 'Paid twice' }],
    );
    forgetCalls();
    act(() => release(ok(anApproval({ kind: 'reversal' }))));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await expectToast('The reversal waits for a second person');
    await waitFor(() => expect(calls(listSystemTransactions)).not.toEqual([]));
    expect(calls(readAttention)).not.toEqual([]);
  });

  it.each([
    [refused(409, 'The account does not hold enough'), 'The account does not hold enough'],
    [silent, 'Failed to ask for the reversal'],
  ])('a refused reversal stays open with the reason: %j', async (answer, text) => {
    serve(transactions.reverse, answer);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), 'Paid twice');
    await reverse(dialog);
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Paid twice');
    await expectToast(text);
    serve(transactions.reverse, ok(anApproval({ kind: 'reversal' })));
    await reverse(dialog);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});

function open() {
  const page = <h1>The page</h1>;
  return renderPart(<AdminLayout>{page}</AdminLayout>, { at: '/admin' });
}

async function openPanel(): Promise<HTMLElement> {
  open();
  await press('Transactions');
  return screen.findByRole('dialog', { name: 'Transactions' });
}

/** From the Transactions panel, which lists the transaction. */
async function openSheet(shown = 'Rent of May'): Promise<HTMLElement> {
  const panel = await openPanel();
  await user.click(await idButton(panel));
  const opened = await sheet();
  await within(opened).findByText(shown);
  return opened;
}

/** Every id other than this one is answered with the reversal. */
function servePaid(answer: Answer): void {
  serve(transactions.get, ({ params }) => (params['id'] === id ? answer : ok(aReversal)));
}
