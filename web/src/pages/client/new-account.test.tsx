import { accounts } from '@sente/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../api/keys.ts';
import { createQueryClient } from '../../api/query-client.ts';
import {
  htmlPage,
  lost,
  ok,
  refused,
  twoErrors,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { expectToasts, toasts } from '../../testing/messages.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { ownCompanyId } from '../../testing/people.ts';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const account = anAccount();
const list = '/client/accounts';

beforeEach(() => {
  serve(accounts.ofCompany, ok([account]));
  serve(accounts.get, ok(account));
});

describe('a new account', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'New Account' });
  async function fillIn(name = 'Shop Till', type = 'Savings') {
    const form = within(await dialog());
    await put(form.getByLabelText('Account Name'), name);
    await user.selectOptions(form.getByLabelText('Account Type'), type);
    await user.click(form.getByRole('button', { name: 'Create Account' }));
  }

  it('a new account is empty, active and shown; Back leads to the list', async () => {
    serve(accounts.create, ok(account));
    const counted = [keys.dashboards.statistics, keys.dashboards.analytics(ownCompanyId, '30')];
    const client = createQueryClient();
    for (const key of counted) client.setQueryData<unknown>(key, {});
    await renderPage(list, { client, after: ['/client'] });
    await press('New Account');
    expect(address()).toBe(`${list}?action=new-account`);
    await fillIn('  Shop Till ', 'Business');
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    await expectToasts('Account created successfully!');
    for (const key of counted) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
    expect(calls(accounts.create)).toHaveLength(1);
    expect(calls(accounts.create)[0]?.body).toEqual({
      accountName: 'Shop Till',
      accountType: 3,
      isActive: true,
      companyId: ownCompanyId,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await back();
    expect(address()).toBe(list);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('has the types and rules of the back-office, and no deposit', async () => {
    await renderPage(`${list}?action=new-account`);
    const form = within(await dialog());
    expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Select account type',
      'Savings',
      'Checking',
      'Business',
      'Investment',
    ]);
    expect(form.queryByLabelText(/deposit/i)).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Create Account' }));
    expect(await form.findByText('Account name is required')).toBeVisible();
    expect(form.getByText('Please select a valid account type')).toBeVisible();
    expect(form.getByLabelText('Account Name')).toHaveFocus();
    await user.type(form.getByLabelText('Account Name'), 'ab');
    expect(await form.findByText('Account name must be at least 3 characters')).toBeVisible();
    await user.paste('x'.repeat(99));
    expect(await form.findByText('Account name must not exceed 100 characters')).toBeVisible();
    expect(calls(accounts.create)).toEqual([]);
  });

  it('a refusal keeps the input and marks the field', async () => {
    const message = 'Account name is not allowed';
    serve(accounts.create, refused(400, message, { fields: { accountName: message } }));
    await renderPage(`${list}?action=new-account`);
    await fillIn();
    const form = within(await dialog());
    // Said once.
    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByRole('alert')).toBeEmptyDOMElement();
    expect(toasts()).toEqual([]);
    expect(form.getByLabelText('Account Name')).toHaveValue('Shop Till');
    await waitFor(() => expect(form.getByLabelText('Account Name')).toHaveFocus());
    expect(form.getByLabelText('Account Name')).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });

  it.each([
    ['a refusal without a word', unexplained, 'Failed to create account'],
    ['errors', twoErrors, 'One, Two'],
    ['a page', htmlPage, 'An error occurred while creating the account'],
    ['no connection', lost, 'An error occurred while creating the account'],
    ['an answer without an account', malformed({}), 'Unexpected response format'],
  ])('a failure with %s is shown and the form stays open', async (_, answer, reason) => {
    serve(accounts.create, answer);
    await renderPage(`${list}?action=new-account`);
    await fillIn();
    expect(await within(await dialog()).findByText(reason)).toBeVisible();
    expect(toasts()).toEqual([]);
    expect(address()).toBe(`${list}?action=new-account`);
  });

  it('a request without an answer is repeated with the same key', async () => {
    serve(accounts.create, lost);
    await renderPage(`${list}?action=new-account`);
    await fillIn();
    expect(await screen.findByText('The account may have been opened')).toBeVisible();
    // The list behind the dialog shows whether it was.
    await waitFor(() => expect(calls(accounts.ofCompany)).toHaveLength(2));
    serve(accounts.create, ok(account));
    await press('Create Account');
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    const [first, second] = calls(accounts.create);
    expect(second?.body['idempotencyKey']).toBe(first?.body['idempotencyKey']);
  });

  it('is closed by Back, and starts empty again', async () => {
    await renderPage(list);
    await press('New Account');
    await user.type(within(await dialog()).getByLabelText('Account Name'), 'Half');
    await back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe(list);
    await press('New Account');
    expect(within(await dialog()).getByLabelText('Account Name')).toHaveValue('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(list));
  });
});
