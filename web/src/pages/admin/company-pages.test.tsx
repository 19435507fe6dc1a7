import { apiTransactions } from '@sente/contract/api-transactions';
import { companies } from '@sente/contract/companies';
import { fees } from '@sente/contract/fees';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { companyQueries } from '../../features/companies/company-queries.ts';
import {
  fill,
  forgetToasts,
  press,
  renderPage,
  returnLater,
  toasts,
  user,
} from '../../testing/page.tsx';
import { aCompany } from '../../testing/records.ts';
import {
  calls,
  forgetCalls,
  ok,
  refused,
  serve,
  serveEverything,
  silent,
} from '../../testing/server.ts';

const company = aCompany();
const { queryKey } = companyQueries.details(company.id);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  serve(companies.list, ok([company]));
  serve(companies.get, ok(company));
  serve(fees.list, ok([]));
  serve(apiTransactions.ofCompany, ok([]));
});

describe('the list', () => {
  const box = () =>
    screen.findByText('Error Loading Companies').then((title) => title.closest('div[role]'));

  it('keeps its rows when a refresh fails, says so, and can be tried again', async () => {
    await renderPage('/companies');
    await screen.findByText('Gulu Builders');
    serveEverything(silent);
    await press('Refresh');
    const failure = (await box()) as HTMLElement;
    expect(screen.getByText('Gulu Builders')).toBeVisible();
    expect(toasts()).toHaveLength(1);
    serveEverything(null);
    await press('Try again', failure);
    await waitFor(() => expect(failure).not.toBeInTheDocument());
    expect(toasts()).toHaveLength(1);
  });

  it('shows only the failure while it has no rows, and does not report it again later', async () => {
    serveEverything(silent);
    const { unmount } = await renderPage('/companies');
    await box();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    unmount();
    forgetToasts();
    serveEverything(null);
    await renderPage('/companies');
    await screen.findByText('Gulu Builders');
    expect(toasts()).toHaveLength(0);
  });
});

describe('the details', () => {
  it('stay when a refresh in the background fails', async () => {
    await renderPage(`/companies/${company.id}`);
    await screen.findByRole('heading', { name: 'Gulu Builders', level: 1 });
    serveEverything(silent);
    await returnLater();
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.getByText('Plot 1, Gulu')).toBeVisible();
  });

  it('give way to a heading when the company has gone meanwhile', async () => {
    await renderPage(`/companies/${company.id}`);
    await screen.findByText('Plot 1, Gulu');
    serve(companies.get, refused(404, 'Company not found'));
    await returnLater();
    expect(
      await screen.findByRole('heading', { name: 'Company Not Found', level: 2 }),
    ).toBeVisible();
    expect(screen.queryByText('Plot 1, Gulu')).not.toBeInTheDocument();
  });

  it('are forgotten after a delete, without being asked for once more', async () => {
    const { client } = await renderPage(`/companies/${company.id}`);
    serve(companies.remove, () => {
      serve(companies.list, ok([]));
      return ok();
    });
    await press('Delete Company');
    forgetCalls();
    const dialog = screen.getByRole('alertdialog');
    await press('Delete Company', dialog);
    expect(await screen.findByText('No companies found.')).toBeVisible();
    expect(client.getQueryData(queryKey)).toBeUndefined();
    expect(calls().map(({ endpoint }) => endpoint)).toEqual([companies.remove, companies.list]);
  });
});

describe('the edit form', () => {
  const edit = `/companies/edit/${company.id}`;
  const phone = () => screen.findByLabelText(/Phone Number/);

  /** A browser that has shown the company before. */
  function seenBefore() {
    const client = createQueryClient();
    client.setQueryData(queryKey, company);
    return { client };
  }

  it('is filled with what the server has now, not with what was seen before', async () => {
    serve(companies.get, ok({ ...company, phone: '0772 changed' }));
    await renderPage(edit, seenBefore());
    expect(screen.getByText('Loading company')).toBeInTheDocument();
    expect(await phone()).toHaveValue('0772 changed');
  });

  it('is not filled at all when the server does not answer', async () => {
    serveEverything(silent);
    await renderPage(edit, seenBefore());
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('keeps what is typed, whatever becomes of the server', async () => {
    const { client } = await renderPage(edit);
    await fill(/Phone Number/, '0772 typed');
    forgetCalls();
    serveEverything(silent);
    await returnLater();
    await act(() => client.refetchQueries());
    expect(await phone()).toHaveValue('0772 typed');
    expect(calls()).toHaveLength(1);
  });

  it('asks before it is left also after a save that failed', async () => {
    await renderPage('/companies/edit/c-1');
    await user.type(await phone(), '2');
    serveEverything(silent);
    await press('Save Company');
    expect(await screen.findByText('Failed to update company')).toBeInTheDocument();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('leads on to details that show the change at once', async () => {
    await renderPage(edit, seenBefore());
    await fill(/Phone Number/, '0772 saved');
    const saved = { ...company, phone: '0772 saved' };
    serve(companies.update, ok(saved));
    serve(companies.get, ok(saved));
    const save = screen.getByRole('button', { name: 'Save Company' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await screen.findByRole('heading', { name: 'Company Information' });
    expect(screen.getByText('0772 saved')).toBeVisible();
  });
});
