import { apiTransactions } from '@sente/contract/api-transactions';
import { companies } from '@sente/contract/companies';
import { readCompanyOverview } from '@sente/contract/company-overview';
import { fees } from '@sente/contract/fees';
import { testActivity } from '@sente/contract/test-activity';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { held, htmlPage, lost, ok, refused, silent, unexplained } from '../../testing/answers.ts';
import { anExamination } from '../../testing/developers.ts';
import { expectToasts, forgetToasts, toasts } from '../../testing/messages.ts';
import { anOverview } from '../../testing/overviews.ts';
import { address, back, renderPage, returnLater } from '../../testing/page.tsx';
import { aCompany, aListedCompany } from '../../testing/records.ts';
import { calls, forgetCalls, serve, serveEverything } from '../../testing/server.ts';
import { aTestActivity } from '../../testing/staff-records.ts';
import { fill, press, user } from '../../testing/user.ts';

const company = aCompany();
const { queryKey } = companyQueries.details(company.id);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  serve(companies.list, ok([aListedCompany()]));
  serve(companies.get, ok(company));
  serve(fees.list, ok([]));
  serve(apiTransactions.ofCompany, ok([]));
});

describe('the list', () => {
  const box = () =>
    screen.findByText('Error Loading Companies').then((title) => title.closest('div[role]'));

  it('keeps its rows when a refresh fails, shows the error, and can be retried', async () => {
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

  it('opened past its end, names the page that it shows, in the same entry of the history', async () => {
    const waits = held();
    serve(companies.list, waits.answer);
    await renderPage('/companies?page=99', { after: ['/'] });
    expect(address()).toBe('/companies?page=99');
    const meta = { totalCount: 25, totalPages: 3, page: 3, pageSize: 12, totalBalance: 0 };
    await act(async () => waits.release(ok([aListedCompany()], meta)));
    await waitFor(() => expect(address()).toBe('/companies?page=3'));
    expect(screen.getByText('Gulu Builders')).toBeVisible();
    expect(screen.getByText('Showing 21 to 21 of 25 results')).toBeVisible();
    await back();
    expect(address()).toBe('/');
  });

  it('marks companies without an active account, and narrows to a status', async () => {
    serve(companies.list, ok([aListedCompany({ status: 'Pending', lastActiveOn: '2026-01-05' })]));
    await renderPage('/companies');
    const row = (await screen.findByText('Gulu Builders')).closest('tr');
    expect(row).toHaveTextContent('Gulu BuildersPending');
    expect(row).toHaveTextContent('Jan 05, 2026');
    await user.selectOptions(screen.getByLabelText('Status'), 'Suspended');
    await waitFor(() =>
      expect(calls(companies.list).at(-1)?.query).toMatchObject({ status: 'suspended' }),
    );
    expect(address()).toBe('/companies?status=suspended');
  });

  it('shows only the error while it has no rows, and does not report it again later', async () => {
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

  it.each([
    ['a message', refused(200, 'Closed for today'), 'Closed for today'],
    ['a refusal without a word', unexplained, 'Failed to fetch companies'],
    ['a status alone', silent, 'Failed to load companies'],
    ['a page', htmlPage, 'Invalid response format'],
    ['cut-off JSON', { text: '{"data": [' }, 'Response is not valid JSON'],
    ['a number', { body: 7 }, 'Invalid response format'],
    ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
  ])('a list that fails with %s shows the error and can be retried', async (_, answer, reason) => {
    serve(companies.list, answer);
    await renderPage('/companies');
    const failure = (await box()) as HTMLElement;
    expect(failure).toHaveTextContent(reason);
    await expectToasts('Failed to load companies');
    serve(companies.list, ok([aListedCompany()]));
    await press('Try again', failure);
    expect(await screen.findByText('Gulu Builders')).toBeVisible();
    expect(failure).not.toBeInTheDocument();
  });

  const odd = { ...company, createdAt: 'not-a-date' };
  it.each([
    ['a bare array', [odd]],
    ['an object with data', { data: [odd] }],
    ['success and data', { success: true, data: [odd] }],
    ['a single object', odd],
  ])('is read from %s, even with an invalid date', async (_, body) => {
    serve(companies.list, { body });
    await renderPage('/companies');
    expect(await screen.findByText('Gulu Builders')).toBeVisible();
    expect(screen.getByText('Invalid Date')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument();
  });

  it('distinguishes no matches from no companies', async () => {
    serve(companies.list, ok([]));
    await renderPage('/companies?search=zebra');
    expect(await screen.findByText('No companies found matching your search.')).toBeVisible();
    await fill('Search companies...', '');
    expect(await screen.findByText('No companies found.')).toBeVisible();
  });

  it('stays while a delete is slow, and keeps the reason when it is refused', async () => {
    const slow = held();
    serve(companies.remove, slow.answer);
    await renderPage('/companies');
    await press('Delete Gulu Builders');
    const dialog = within(screen.getByRole('alertdialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Delete Company' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    act(() => slow.release(unexplained));
    expect(await dialog.findByText('Failed to delete company')).toBeVisible();
    expect(toasts()).toEqual([]);
    expect(dialog.getByRole('button', { name: 'Delete Company' })).toBeEnabled();
    expect(calls(companies.remove)).toHaveLength(1);
  });

  it('offers no delete of a company that holds money', async () => {
    serve(companies.list, ok([aListedCompany({ balance: 1_500 })]));
    serve(readCompanyOverview, ok(anOverview({ balance: 1_500, held: 500 })));
    await renderPage('/companies');
    await press('Delete Gulu Builders');
    const dialog = within(screen.getByRole('alertdialog', { name: /cannot be deleted/ }));
    expect(
      await dialog.findByText(
        'It holds UGX 1,500, UGX 500 of it for payouts that are open. Suspend it instead: then it accepts no new payments.',
      ),
    ).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete Company' })).not.toBeInTheDocument();
    await press('Close');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('the details', () => {
  it.each([
    ['the details', `/companies/${company.id}`, 'Gulu Builders'],
    ['the form', `/companies/edit/${company.id}`, 'Edit Gulu Builders'],
  ])('details and form show placeholders until the answer arrives: %s', async (_, at, heading) => {
    const slow = held();
    serve(companies.get, slow.answer);
    await renderPage(at);
    expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(6);
    act(() => slow.release(ok(company)));
    expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeVisible();
    expect(screen.queryByText('Loading company')).not.toBeInTheDocument();
  });

  it('details that cannot be loaded show the error and can be retried', async () => {
    serve(companies.get, silent);
    await renderPage(`/companies/${company.id}`);
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    serve(companies.get, ok({ ...company, createdAt: 'not-a-date', updatedAt: '' }));
    await press('Try Again');
    expect(await screen.findByText('Plot 1, Gulu')).toBeVisible();
    expect(screen.getAllByText('Invalid Date')).toHaveLength(2);
  });

  it('the details lead to limits and accounts, and have a menu with the rest', async () => {
    await renderPage(`/companies/${company.id}`);
    const toLimits = await screen.findByRole('link', { name: 'Limits' });
    expect(toLimits).toHaveAttribute('href', `/companies/${company.id}/limits`);
    await press('More');
    const items = await screen.findAllByRole('menuitem');
    const labels = ['Settlements', 'Stop Payouts', 'Suspend'];
    expect(items.map((item) => item.textContent)).toEqual(labels);
    await user.click(screen.getByRole('menuitem', { name: 'Suspend' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Suspend');
    const reason = screen.getByLabelText(/^Reason/);
    await user.type(reason, 'Asked by the bank');
    const ask = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    await user.keyboard('{Escape}');
    expect(ask).toHaveBeenCalledTimes(1);
    expect(reason).toHaveValue('Asked by the bank');
    expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
  });

  it('the details show an uploaded logo instead of the noted address', async () => {
    serve(companies.get, ok({ ...company, logoUrl: '/demo/one.svg', logo: '/logos/1.png' }));
    await renderPage(`/companies/${company.id}`);
    expect(await screen.findByRole('img', { name: 'Uploaded' })).toHaveAttribute(
      'src',
      '/logos/1.png',
    );
    expect(screen.queryByText('/demo/one.svg')).not.toBeInTheDocument();
  });

  it('the details of an unknown company redirect to the list', async () => {
    serve(companies.get, refused(404, 'Company not found'));
    await renderPage(`/companies/${company.id}`);
    const heading = { name: 'Company Not Found', level: 2 };
    expect(await screen.findByRole('heading', heading)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await user.click(screen.getAllByRole('link', { name: 'Back to Companies' }).at(-1)!);
    expect(address()).toBe('/companies');
  });

  it('the details stay when a background refresh fails', async () => {
    await renderPage(`/companies/${company.id}`);
    await screen.findByRole('heading', { name: 'Gulu Builders', level: 1 });
    serveEverything(silent);
    await returnLater();
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.getByText('Plot 1, Gulu')).toBeVisible();
  });

  it('the details are replaced by a heading when the company has been deleted meanwhile', async () => {
    await renderPage(`/companies/${company.id}`);
    await screen.findByText('Plot 1, Gulu');
    serve(companies.get, refused(404, 'Company not found'));
    await returnLater();
    expect(
      await screen.findByRole('heading', { name: 'Company Not Found', level: 2 }),
    ).toBeVisible();
    expect(screen.queryByText('Plot 1, Gulu')).not.toBeInTheDocument();
  });

  it('the details are removed from the cache after a delete, without another request', async () => {
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

  it('shows what the company does in test mode', async () => {
    serve(testActivity.ofCompany, ok(aTestActivity));
    const { unmount } = await renderPage(`/companies/${company.id}?tab=test`);
    expect(await screen.findByText('Nobody of this company was in test mode yet.')).toBeVisible();
    unmount();
    const { checks: _, ...lastExamination } = anExamination({ isPassed: false, failed: 3 });
    serve(testActivity.ofCompany, ok({ ...aTestActivity, isUsed: true, lastExamination }));
    await renderPage(`/companies/${company.id}?tab=test`);
    expect(await screen.findByText('1,200 in all, 40 in 30 days')).toBeVisible();
    expect(screen.getByText('310, 12 refused')).toBeVisible();
    expect(screen.getByText(/^A copy of the portal and the API/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change the setting' })).toHaveAttribute(
      'href',
      '/settings?tab=platform',
    );
    expect(screen.getByText('1 passed, 3 failed, 1 not seen')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
  });
});
