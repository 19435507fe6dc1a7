import { apiTransactions } from '@sente/contract/api-transactions';
import { companies } from '@sente/contract/companies';
import { fees } from '@sente/contract/fees';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { ok, refused, silent } from '../../testing/answers.ts';
import { expectToast, expectToasts, toasts } from '../../testing/messages.ts';
import { address, asksToStay, renderPage, returnLater } from '../../testing/page.tsx';
import { aCompany, aListedCompany } from '../../testing/records.ts';
import { calls, forgetCalls, serve, serveEverything } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';

const company = aCompany();
const details = companyQueries.details(company.id);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  serve(companies.list, ok([aListedCompany()]));
  serve(companies.get, ok(company));
  serve(fees.list, ok([]));
  serve(apiTransactions.ofCompany, ok([]));
});

describe('the create form', () => {
  async function submit() {
    await renderPage('/companies/create');
    expect(asksToStay()).toBe(false);
    await fill(/Company Name/, 'Twice The Same');
    await fill(/Email Address/, 'hello@gulu.test');
    await fill(/Phone Number/, '0772 123456');
    await fill(/^Address/, 'Plot 1, Gulu');
    await press('Create Company');
  }

  it('says that another company has the name, with a link to it, and does not refuse it', async () => {
    serve(companies.create, ok(company));
    await renderPage('/companies/create');
    const name = screen.getByLabelText(/Company Name/);
    await fill(/Company Name/, ' gulu  BUILDERS');
    const link = await screen.findByRole('link', { name: /^Gulu Builders, / });
    expect(link).toHaveAttribute('href', `/companies/${company.id}`);
    expect(name).toHaveAccessibleDescription(/^Another company has this name/);
    expect(name).toBeValid();
    await fill(/Company Name/, 'Gulu Builders Two');
    await waitFor(() => expect(link).not.toBeInTheDocument());
  });

  it.each([
    ['several', refused(400, 'No', { errors: ['One', 'Two'] }), ['One', 'Two']],
    ['none', { status: 400, body: {} }, ['Please check your input and try again']],
    ['none, for it failed', silent, ['Failed to create company']],
  ])('shows each reason of a refusal and keeps the input: %s', async (_, answer, reasons) => {
    serve(companies.create, answer);
    await submit();
    for (const reason of reasons) await expectToast(reason);
    expect(toasts()).toHaveLength(reasons.length);
    expect(screen.getByLabelText(/Company Name/)).toHaveValue('Twice The Same');
    expect(address()).toBe('/companies/create');
    expect(asksToStay()).toBe(true);
  });

  it('marks the field that the server refuses', async () => {
    const taken = 'Email is already in use';
    serve(companies.create, refused(400, taken, { fields: { email: taken } }));
    await submit();
    await expectToasts(taken);
    const email = screen.getByLabelText(/Email Address/);
    await waitFor(() => expect(email).toHaveFocus());
    expect(email).toHaveAccessibleDescription(taken);
  });
});

describe('the edit form', () => {
  const edit = `/companies/edit/${company.id}`;
  const phone = () => screen.findByLabelText(/Phone Number/);

  /** A cache that contains the company. */
  function seenBefore() {
    const client = createQueryClient();
    client.setQueryDefaults(details.queryKey, details as object);
    client.setQueryData(details.queryKey, company);
    return { client };
  }

  it('is filled with current data of the server, not with cached data', async () => {
    serve(companies.get, ok({ ...company, phone: '0772 changed' }));
    await renderPage(edit, seenBefore());
    expect(screen.getByText('Loading company')).toBeInTheDocument();
    expect(await phone()).toHaveValue('0772 changed');
  });

  it('is not filled when the server does not answer', async () => {
    serveEverything(silent);
    await renderPage(edit, seenBefore());
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('keeps the input whatever the server answers', async () => {
    const { client } = await renderPage(edit);
    await fill(/Phone Number/, '0772 typed');
    forgetCalls();
    serveEverything(silent);
    await returnLater();
    await act(() => client.refetchQueries());
    expect(await phone()).toHaveValue('0772 typed');
    expect(calls()).toHaveLength(1);
  });

  it('asks before leaving, also after a failed save', async () => {
    await renderPage('/companies/edit/c-1');
    await fill(/Phone Number/, '0772 222222');
    serveEverything(silent);
    await press('Save Company');
    expect(await screen.findByText('Failed to update company')).toBeInTheDocument();
    expect(asksToStay()).toBe(true);
  });

  it('keeps the input after a concurrent change, and says so', async () => {
    const message =
      'Someone else changed this company in the meantime. Look at what changed, then save again.';
    serve(companies.update, refused(409, message));
    await renderPage(edit);
    await fill(/^Address/, 'Hoima Road 2, Wakiso');
    await press('Save Company');
    await expectToast(message);
    expect(screen.getByLabelText(/^Address/)).toHaveValue('Hoima Road 2, Wakiso');
  });

  it('keeps a phone number from before the rules, and refuses another such', async () => {
    serve(companies.get, ok({ ...company, phone: 'ask Grace' }));
    serve(companies.update, ok(company));
    await renderPage('/companies/edit/c-1');
    await fill(/Phone Number/, 'abc');
    expect(await screen.findByText('Please enter a valid phone number')).toBeVisible();
    await fill(/Phone Number/, 'ask Grace');
    await fill(/^Address/, 'Jinja');
    const save = screen.getByRole('button', { name: 'Save Company' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() => expect(calls(companies.update)).toHaveLength(1));
    expect(calls(companies.update)[0]?.body).toMatchObject({ phone: 'ask Grace' });
  });

  it('leads to details that show the change at once', async () => {
    await renderPage(edit, seenBefore());
    await fill(/Phone Number/, '0772 123999');
    const saved = { ...company, phone: '+256772123999' };
    serve(companies.update, ok(saved));
    serve(companies.get, ok(saved));
    const save = screen.getByRole('button', { name: 'Save Company' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await screen.findByRole('heading', { name: 'Company Information' });
    expect(screen.getByText('+256 772 123999')).toBeVisible();
  });
});
