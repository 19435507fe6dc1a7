import type { CompanyDetails } from '@sente/contract/companies';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { administrator, signInAs } from '../../session/test-session.ts';
import { Toaster } from '../../ui/toast.tsx';
import CompaniesPage from './companies-page.tsx';
import CompanyDetailsPage from './company-details-page.tsx';
import CompanyEditPage from './company-edit-page.tsx';

const company: CompanyDetails = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Gulu Builders',
  companyName: 'Gulu Builders',
  email: 'hello@gulu.test',
  phone: '+256 700 000001',
  address: 'Plot 1, Gulu',
  website: null,
  logoUrl: null,
  description: null,
  status: 'Active',
  createdAt: '2024-01-05T00:00:00.000Z',
  updatedAt: '2024-01-05T00:00:00.000Z',
};
const longerThanStale = 11_000;

/** A server with one company, which can be told to fail. */
const server = { company, isGone: false, isDown: false, calls: [] as string[] };
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  const path = String(input).replace(/^\/api|\?.*$/g, '');
  server.calls.push(`${method} ${path}`);
  if (server.isDown) return json(503, { success: false });
  if (method === 'DELETE') server.isGone = true;
  if (path === '/Company')
    return json(200, { success: true, data: server.isGone ? [] : [server.company] });
  if (method === 'DELETE') return json(200, { success: true, data: null });
  if (path.endsWith('/fees') || path.endsWith('/transactions'))
    return json(200, { success: true, data: [] });
  return server.isGone
    ? json(404, { success: false, message: 'Company not found' })
    : json(200, { success: true, data: server.company });
}

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

function open(address: string) {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]} useTransitions={false}>
        <Routes>
          <Route path="/companies" element={<CompaniesPage />} />
          <Route path="/companies/:id" element={<CompanyDetailsPage />} />
          <Route path="/companies/edit/:id" element={<CompanyEditPage />} />
        </Routes>
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Somebody comes back to the tab after a while. */
async function returnLater() {
  vi.setSystemTime(Date.now() + longerThanStale);
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', vi.fn(serve));
  Object.assign(server, { company, isGone: false, isDown: false, calls: [] });
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the list', () => {
  const box = () =>
    screen.findByText('Error Loading Companies').then((title) => title.closest('div[role]'));
  const toasts = () => document.querySelectorAll('[data-toast]').length;

  it('keeps its rows when a refresh fails, says so, and can be tried again', async () => {
    open('/companies');
    await screen.findByText('Gulu Builders');
    server.isDown = true;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const failure = (await box()) as HTMLElement;
    expect(screen.getByText('Gulu Builders')).toBeVisible();
    expect(toasts()).toBe(1);
    server.isDown = false;
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(failure).not.toBeInTheDocument());
    expect(toasts()).toBe(1);
  });

  it('shows only the failure while it has no rows, and does not report it again later', async () => {
    server.isDown = true;
    const { unmount } = open('/companies');
    await box();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    unmount();
    act(() => toast.remove());
    server.isDown = false;
    open('/companies');
    await screen.findByText('Gulu Builders');
    expect(toasts()).toBe(0);
  });
});

describe('the details', () => {
  it('stay when a refresh in the background fails', async () => {
    open(`/companies/${company.id}`);
    await screen.findByRole('heading', { name: 'Gulu Builders', level: 1 });
    server.isDown = true;
    await returnLater();
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.getByText('Plot 1, Gulu')).toBeVisible();
  });

  it('give way to a heading when the company has gone meanwhile', async () => {
    open(`/companies/${company.id}`);
    await screen.findByText('Plot 1, Gulu');
    server.isGone = true;
    await returnLater();
    expect(
      await screen.findByRole('heading', { name: 'Company Not Found', level: 2 }),
    ).toBeVisible();
    expect(screen.queryByText('Plot 1, Gulu')).not.toBeInTheDocument();
  });

  it('are forgotten after a delete, without being asked for once more', async () => {
    open(`/companies/${company.id}`);
    await user.click(await screen.findByRole('button', { name: 'Delete Company' }));
    server.calls = [];
    const dialog = screen.getByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Company' }));
    expect(await screen.findByText('No companies found.')).toBeVisible();
    expect(client.getQueryData(companyQueries.details(company.id).queryKey)).toBeUndefined();
    expect(server.calls).toEqual([`DELETE /Company/${company.id}`, 'GET /Company']);
  });
});

describe('the edit form', () => {
  it('is filled with what the server has now, not with what was seen before', async () => {
    client.setQueryData(companyQueries.details(company.id).queryKey, company);
    server.company = { ...company, phone: '0772 changed' };
    open(`/companies/edit/${company.id}`);
    expect(screen.getByText('Loading company')).toBeInTheDocument();
    expect(await screen.findByLabelText(/Phone Number/)).toHaveValue('0772 changed');
  });

  it('is not filled at all when the server does not answer', async () => {
    client.setQueryData(companyQueries.details(company.id).queryKey, company);
    server.isDown = true;
    open(`/companies/edit/${company.id}`);
    expect(await screen.findByText('Failed to load company details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('keeps what is typed, whatever becomes of the server', async () => {
    open(`/companies/edit/${company.id}`);
    const phone = await screen.findByLabelText(/Phone Number/);
    await user.clear(phone);
    await user.type(phone, '0772 typed');
    server.calls = [];
    server.isDown = true;
    await returnLater();
    await act(() => client.refetchQueries());
    expect(screen.getByLabelText(/Phone Number/)).toHaveValue('0772 typed');
    expect(server.calls).toHaveLength(1);
  });

  it('asks before it is left also after a save that failed', async () => {
    open('/companies/edit/c-1');
    await user.type(await screen.findByLabelText(/Phone Number/), '2');
    server.isDown = true;
    await user.click(screen.getByRole('button', { name: 'Save Company' }));
    expect(await screen.findByText('Failed to update company')).toBeInTheDocument();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('leads on to details that show the change at once', async () => {
    await client.prefetchQuery(companyQueries.details(company.id));
    open(`/companies/edit/${company.id}`);
    const phone = await screen.findByLabelText(/Phone Number/);
    await user.clear(phone);
    await user.type(phone, '0772 saved');
    server.company = { ...company, phone: '0772 saved' };
    const save = screen.getByRole('button', { name: 'Save Company' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await screen.findByRole('heading', { name: 'Company Information' });
    expect(screen.getByText('0772 saved')).toBeVisible();
  });
});
