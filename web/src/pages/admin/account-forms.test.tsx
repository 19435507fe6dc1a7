import { accounts } from '@sente/contract/accounts';
import { companies } from '@sente/contract/companies';
import { platformSettings } from '@sente/contract/platform-settings';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  htmlPage,
  lost,
  ok,
  refused,
  silent,
  twoErrors,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { expectToasts, toasts } from '../../testing/messages.ts';
import { address, asksToStay, renderPage } from '../../testing/page.tsx';
import { aCompany, aListedCompany, anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const company = aCompany();
const account = anAccount({ companyId: company.id, accountType: 3, accountTypeName: 'Business' });
const list = `/companies/${company.id}/accounts`;
const details = `${list}/${account.id}`;

beforeEach(() => {
  serve(companies.list, ok([aListedCompany()]));
  serve(companies.get, ok(company));
  serve(accounts.suspense, ok({ balance: 0, movements: [], movementCount: 0 }));
  serve(accounts.ofCompany, ok([account]));
  serve(accounts.get, ok(account));
  serve(accounts.list, ok([account]));
});

describe('a new account', () => {
  const submit = () => screen.getByRole('button', { name: 'Create Account' });

  it('is sent in the agreed format and leads to the list', async () => {
    serve(accounts.create, ok(account));
    await fill();
    await user.click(submit());
    await expectToasts('Account created successfully!');
    await waitFor(() => expect(address()).toBe(list));
    expect(calls(accounts.create).map(({ body }) => body)).toEqual([
      {
        accountName: 'Till',
        accountType: 2,
        initialDeposit: 250000.5,
        isActive: true,
        companyId: company.id,
        idempotencyKey: expect.any(String),
      },
    ]);
  });

  it('says that a deposit above the limit waits for a second person, as soon as it is typed', async () => {
    await renderPage(`${list}/create`);
    const deposit = await screen.findByLabelText(/^Initial Deposit/);
    await user.type(deposit, '1000000');
    await waitFor(() => expect(calls(platformSettings.get)).toHaveLength(1));
    expect(deposit).toHaveAccessibleDescription(/^0 to UGX 1,000,000,000/);
    await user.type(deposit, '0');
    expect(deposit).toHaveAccessibleDescription(
      'Above UGX 1,000,000 a day it waits for a second person; the account opens with UGX 0.',
    );
  });

  it('is the same request when retried after a lost answer', async () => {
    await fill();
    serve(accounts.create, lost);
    await press('Create Account');
    expect(await screen.findByText('The account may have been opened')).toBeVisible();
    serve(accounts.create, ok(account));
    await press('Create Account');
    await waitFor(() => expect(address()).toBe(list));
    const [first, second] = calls(accounts.create).map(({ body }) => body);
    expect(first).toEqual(second);
  });

  const unsure = 'The account may have been opened';
  it.each([
    ['refused without a word', unexplained, 'Failed to create account', false],
    ['refused with a status alone', silent, 'Failed to create account', true],
    ['refused with errors', twoErrors, 'One, Two', false],
    ['refused with a message', refused(200, 'Not today'), 'Not today', false],
    ['not answered', lost, 'An error occurred while creating the account', true],
    ['answered by a page', htmlPage, 'An error occurred while creating the account', true],
    ['answered without data', malformed(null), 'Unexpected response format', true],
    ['answered by something else', malformed({ name: 'x' }), 'Unexpected response format', true],
  ])(
    'a new account that is %s shows the error and keeps the input',
    async (_, answer, text, isUnsure) => {
      await fill();
      serve(accounts.create, answer);
      await user.click(submit());
      await expectToasts(text);
      await waitFor(() => expect(submit()).toBeEnabled());
      expect(screen.getByLabelText(/Account Name/)).toHaveValue(' Till ');
      expect(address()).toBe(`${list}/create`);
      expect(screen.queryByText(unsure) !== null).toBe(isUnsure);
      expect(asksToStay()).toBe(true);
    },
  );

  it('marks the fields that the server refuses', async () => {
    await fill();
    const fields = { initialDeposit: 'Too much for today' };
    serve(accounts.create, refused(400, 'Too much for today', { fields }));
    await user.click(submit());
    await waitFor(() => expect(screen.getByLabelText(/Initial Deposit/)).toHaveFocus());
    expect(screen.getByLabelText(/Initial Deposit/)).toBeInvalid();
    expect(submit()).toBeDisabled();
  });

  it.each([
    ['Account Name', ' ', 'Account name is required'],
    ['Account Name', ' ab ', 'Account name must be at least 3 characters'],
    ['Account Name', 'x'.repeat(101), 'Account name must not exceed 100 characters'],
    ['Initial Deposit', '', 'Initial deposit is required for new accounts'],
    ['Initial Deposit', '-1', 'Initial deposit must be a valid positive number'],
    ['Initial Deposit', '0.001', 'Initial deposit must be a valid positive number'],
    ['Initial Deposit', '1000000000.01', 'Initial deposit amount is too large'],
    ['Initial Deposit', '1e21', 'Initial deposit must be a valid positive number'],
    ['Initial Deposit', '1,5', 'Initial deposit must be a valid positive number'],
  ])('checks %s %j on blur', async (label, value, text) => {
    await renderPage(`${list}/create`);
    const box = await screen.findByLabelText(new RegExp(label));
    await put(box, value);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('checks everything on submit and sends nothing while anything is wrong', async () => {
    await renderPage(`${list}/create`);
    await screen.findByLabelText(/Account Name/);
    await user.click(submit());
    expect(await screen.findByText('Account name is required')).toBeVisible();
    expect(screen.getByText('Please select a valid account type')).toBeVisible();
    expect(screen.getByText('Initial deposit is required for new accounts')).toBeVisible();
    expect(screen.getByLabelText(/Account Name/)).toHaveFocus();
    expect(calls(accounts.create)).toEqual([]);
  });

  it('says so when the initial deposit waits for a second person', async () => {
    serve(accounts.create, ok({ ...account, balance: 0 }, { approvalId: account.id }));
    await fill();
    await user.click(submit());
    await expectToasts(
      'Account created with UGX 0. The deposit of UGX 250,000.50 waits for a second person.',
    );
  });

  it('may have no initial deposit', async () => {
    serve(accounts.create, ok(account));
    await fill();
    await user.clear(screen.getByLabelText(/Initial Deposit/));
    await put(screen.getByLabelText(/Initial Deposit/), '0');
    await user.click(submit());
    await expectToasts('Account created successfully!');
    expect(calls(accounts.create)[0]?.body).toMatchObject({ initialDeposit: 0 });
  });

  it.each([
    ['is not there', refused(404, 'Company not found')],
    ['is an empty answer', malformed(null)],
  ])('a company that %s is shown as not found', async (_, answer) => {
    serve(companies.get, answer);
    await renderPage(`${list}/create`);
    expect(await screen.findByText('Company not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
      'href',
      '/companies',
    );
    expect(screen.queryByText('Company Not Found')).not.toBeInTheDocument();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
    expect(toasts()).toEqual([]);
  });

  it.each([
    ['refused', refused(500, 'Closed')],
    ['refused without a word', unexplained],
    ['a page', htmlPage],
    ['no connection', lost],
  ])('redirects to the companies when the company fails to load: %s', async (_, answer) => {
    serve(companies.get, answer);
    await renderPage(`${list}/create`);
    await expectToasts('Failed to load company details');
    expect(address()).toBe('/companies');
  });

  async function fill() {
    await renderPage(`${list}/create`);
    await put(await screen.findByLabelText(/Account Name/), ' Till ');
    await user.selectOptions(screen.getByLabelText(/Account Type/), 'Checking');
    await put(screen.getByLabelText(/Initial Deposit/), '250000.5');
  }
});

describe('the edit form', () => {
  const save = () => screen.getByRole('button', { name: 'Save Account' });

  async function rename() {
    await renderPage(`${details}/edit`);
    const box = await screen.findByLabelText(/Account Name/);
    await user.clear(box);
    await put(box, 'New Name');
    await user.click(screen.getByRole('switch', { name: 'Active' }));
  }

  it('sends name, type and status, and leads to the account', async () => {
    serve(accounts.update, ok(account));
    await rename();
    expect(screen.getByLabelText(/Account Type/)).toBeDisabled();
    expect(screen.getByText('Account type cannot be changed after creation')).toBeVisible();
    expect(screen.queryByLabelText(/Initial Deposit/)).not.toBeInTheDocument();
    serve(accounts.get, ok({ ...account, accountName: 'New Name' }));
    await user.click(save());
    await expectToasts('Account updated successfully!');
    await waitFor(() => expect(address()).toBe(details));
    expect(await screen.findByRole('heading', { name: 'New Name', level: 1 })).toBeVisible();
    expect(calls(accounts.update).map(({ body }) => body)).toEqual([
      { accountName: 'New Name', accountType: 3, isActive: false, updatedAt: account.updatedAt },
    ]);
  });

  it.each([
    ['refused without a word', unexplained, 'Failed to update account'],
    ['refused with errors', twoErrors, 'One, Two'],
    ['refused with a message', refused(409, 'Changed meanwhile'), 'Changed meanwhile'],
    ['not answered', lost, 'An error occurred while updating the account'],
    ['answered by a page', htmlPage, 'An error occurred while updating the account'],
    ['answered without data', malformed(null), 'Unexpected response format'],
  ])('an edit that is %s shows the error and keeps the input', async (_, answer, text) => {
    await rename();
    serve(accounts.update, answer);
    await user.click(save());
    await expectToasts(text);
    await waitFor(() => expect(save()).toBeEnabled());
    expect(screen.getByLabelText(/Account Name/)).toHaveValue('New Name');
    expect(address()).toBe(`${details}/edit`);
  });

  it.each([
    ['is not there', refused(404, 'Account not found')],
    ['belongs to another company', ok({ ...account, companyId: account.id })],
  ])('is not filled with an account that %s', async (_, answer) => {
    serve(accounts.get, answer);
    await renderPage(`${details}/edit`);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('is not filled when the account cannot be read', async () => {
    serve(accounts.get, silent);
    await renderPage(`${details}/edit`);
    expect(await screen.findByText('Failed to load account details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});
