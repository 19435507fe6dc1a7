import { accounts } from '@sente/contract/accounts';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, lost, ok, refused } from '../../testing/answers.ts';
import { expectToasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { restricted } from '../../testing/people.ts';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTransaction } from '../../testing/transactions.ts';
import { press, put, user } from '../../testing/user.ts';

const id = (digit: number) => `0190000${digit}-0000-7000-8000-000000000000`;
const till = anAccount({
  id: id(1),
  accountName: 'Till',
  accountNumber: '100200300',
  balance: 90_000,
  held: 15_000,
});
const savings = anAccount({ id: id(2), accountName: 'Savings', balance: 500.5, held: 0 });
const frozen = anAccount({
  id: id(3),
  accountName: 'Frozen',
  freeze: { at: '2026-01-31T09:00:00.000Z', reason: 'Court order' },
});
const list = '/client/accounts';
const done = ok(aTransaction({ kind: 'transfer', type: 'debit', amount: 5_000 }));

beforeEach(() => {
  serve(accounts.ofCompany, ok([till, savings, frozen]));
  serve(transactions.transfer, done);
});

describe('a transfer between own accounts', () => {
  it('shows the balances afterwards, then moves the money and closes', async () => {
    const dialog = await open();
    const from = dialog.getByLabelText(/^From Account/);
    expect(within(from).getAllByRole('option')).toHaveLength(3);
    expect(within(from).queryByRole('option', { name: /Frozen/ })).not.toBeInTheDocument();
    await fillIn(dialog);
    expect(from).toHaveAccessibleDescription(/UGX 75,000 can be spent/);
    // With two accounts the other one is clear.
    expect(dialog.getByLabelText(/^To Account/)).toHaveValue(savings.id);
    const after = dialog.getByRole('status', { name: 'Balances afterwards' });
    expect(after).toHaveTextContent(
      /Till\s*Now UGX 90,000\s*UGX 15,000 of it is held\s*UGX 85,000/,
    );
    expect(after).toHaveTextContent(/Savings\s*Now UGX 500.50\s*UGX 5,500.50/);
    await put(dialog.getByLabelText(/^Note/), ' For rent ');
    await review(dialog);
    const shown = dialog.getByRole('region', { name: 'Review' });
    expect(shown).toHaveFocus();
    expect(shown).toHaveTextContent(/From\s*Till\s*100200300/);
    expect(shown).toHaveTextContent(/Amount\s*UGX 5,000/);
    expect(shown).toHaveTextContent('For rent');
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Transfer' }));
    await expectToasts('UGX 5,000 transferred to Savings');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe(list);
    expect(sent()).toEqual([
      {
        fromAccountId: till.id,
        toAccountId: savings.id,
        amount: 5_000,
        note: 'For rent',
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    // The list shows the new balances.
    await waitFor(() => expect(calls(accounts.ofCompany).length).toBeGreaterThan(1));
  });

  it('begins with the account whose page it is on', async () => {
    serve(accounts.get, ok(savings));
    await renderPage(`${list}/${savings.id}`);
    await press('Transfer');
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer' }));
    expect(await dialog.findByLabelText(/^From Account/)).toHaveValue(savings.id);
    expect(dialog.getByLabelText(/^To Account/)).toHaveValue(till.id);
  });

  it('goes back from the review to what was typed, and swaps the accounts', async () => {
    const dialog = await open();
    expect(dialog.getByRole('button', { name: 'Swap accounts' })).toBeDisabled();
    await fillIn(dialog, '400');
    await review(dialog);
    await user.keyboard('{Escape}');
    expect(dialog.getByLabelText(/^Amount/)).toHaveValue('400');
    await user.click(dialog.getByRole('button', { name: 'Swap accounts' }));
    expect(dialog.getByLabelText(/^From Account/)).toHaveValue(savings.id);
    expect(dialog.getByLabelText(/^To Account/)).toHaveValue(till.id);
    await send(dialog);
    await expectToasts('UGX 400 transferred to Till');
    expect(sent()).toMatchObject([{ fromAccountId: savings.id, toAccountId: till.id }]);
  });

  it('refuses what is missing, and more than can be spent', async () => {
    const dialog = await open();
    await send(dialog);
    expect(await dialog.findAllByText('Please select an account')).toHaveLength(2);
    expect(dialog.getByText('Amount must be greater than 0')).toBeVisible();
    expect(dialog.getByLabelText(/^From Account/)).toHaveFocus();
    await fillIn(dialog, '75001');
    await send(dialog);
    expect(await dialog.findByText('Only UGX 75,000 can be spent on this account')).toBeVisible();
    expect(dialog.getByRole('status', { name: 'Balances afterwards' })).toBeEmptyDOMElement();
    await user.clear(dialog.getByLabelText(/^Amount/));
    await put(dialog.getByLabelText(/^Amount/), '10.5');
    await send(dialog);
    expect(await dialog.findByText('Whole shillings only')).toBeVisible();
    expect(dialog.getByRole('status', { name: 'Balances afterwards' })).toBeEmptyDOMElement();
    expect(sent()).toEqual([]);
  });

  it('offers no account twice', async () => {
    serve(accounts.ofCompany, ok([till, savings, { ...savings, id: id(4), accountName: 'Tax' }]));
    const dialog = await open();
    await user.selectOptions(dialog.getByLabelText(/^To Account/), till.id);
    await user.selectOptions(dialog.getByLabelText(/^From Account/), till.id);
    const to = dialog.getByLabelText(/^To Account/);
    expect(to).toHaveValue('');
    expect(within(to).queryByRole('option', { name: /Till/ })).not.toBeInTheDocument();
  });

  it('shows at its field why the server refuses it', async () => {
    const text = 'The provider has frozen this account';
    const fields = { toAccountId: text };
    serve(transactions.transfer, refused(409, text, { code: 'account_frozen', fields }));
    const dialog = await open();
    await fillIn(dialog);
    await send(dialog);
    const field = dialog.getByLabelText(/^To Account/);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(text)));
    expect(field).toHaveFocus();
    expect(dialog.getAllByText(text)).toHaveLength(1);
  });

  it('that nobody confirmed may have been made; the same form repeats the same transfer', async () => {
    serve(transactions.transfer, lost);
    const dialog = await open();
    await fillIn(dialog);
    await send(dialog);
    expect(await dialog.findByText('The transfer may have been made')).toBeVisible();
    serve(transactions.transfer, done);
    await send(dialog);
    await expectToasts('UGX 5,000 transferred to Savings');
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it('that was made before and then changed says so', async () => {
    const text = 'This Idempotency-Key was used for another request';
    serve(transactions.transfer, refused(409, text, { code: 'idempotency_key_reused' }));
    const dialog = await open();
    await fillIn(dialog);
    await send(dialog);
    expect(await dialog.findByText('An earlier try was made after all')).toBeVisible();
    expect(dialog.queryByText(text)).not.toBeInTheDocument();
  });

  it('is sent once however often the button is pressed', async () => {
    const answer = held();
    serve(transactions.transfer, answer.answer);
    const dialog = await open();
    await fillIn(dialog);
    await send(dialog);
    expect(dialog.getByRole('button', { name: /Transferring/ })).toBeDisabled();
    expect(sent()).toHaveLength(1);
    answer.release(done);
    await expectToasts('UGX 5,000 transferred to Savings');
  });
});

it('a transfer needs two accounts', async () => {
  serve(accounts.ofCompany, ok([till, frozen]));
  await renderPage(`${list}?action=transfer`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer' }));
  expect(await dialog.findByText('A transfer needs two accounts')).toBeVisible();
});

it('whoever may not send money is offered no transfer', async () => {
  await renderPage(`${list}?action=transfer`, { as: restricted });
  expect(screen.queryByRole('button', { name: 'Transfer' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const sent = () => calls(transactions.transfer).map(({ body }) => body);

async function open() {
  await renderPage(list);
  await press('Transfer');
  expect(address()).toBe(`${list}?action=transfer`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer' }));
  await dialog.findByLabelText(/^Amount/);
  return dialog;
}

async function fillIn(dialog: Awaited<ReturnType<typeof open>>, amount = '5000') {
  await user.selectOptions(dialog.getByLabelText(/^From Account/), till.id);
  await put(dialog.getByLabelText(/^Amount/), amount);
}

const review = (dialog: Awaited<ReturnType<typeof open>>) =>
  user.click(dialog.getByRole('button', { name: 'Review' }));

/** To the review, and on if nothing is wrong. */
async function send(dialog: Awaited<ReturnType<typeof open>>) {
  if (dialog.queryByRole('button', { name: 'Review' })) await review(dialog);
  const book = dialog.queryByRole('button', { name: 'Transfer' });
  if (book) await user.click(book);
}
