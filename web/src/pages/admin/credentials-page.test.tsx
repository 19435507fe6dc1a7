import type { Credential } from '@sente/contract/credentials';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import CredentialsPage from './credentials-page.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const set: Credential = {
  recordId: '55555555-5555-4555-8555-555555555555',
  companyId,
  channelId: 'snt_ch_one',
  secretKey: 'snt_sk_one',
  isActive: true,
  lastUsedAt: null,
  createdAt: '2024-01-05T00:00:00.000Z',
  updatedAt: '2024-01-05T00:00:00.000Z',
};
const oneSet =
  'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.';

type Answer = { status?: number; body: unknown };
/** One company and its credentials; `changes` answers all that is not a read. */
const server = {
  sets: [set] as Credential[],
  message: null as string | null,
  failsToList: null as Answer | null,
  isCompanyGone: false,
  changes: { body: { success: false } } as Answer,
  calls: [] as { line: string; body: unknown }[],
};
const user = userEvent.setup({ delay: null });
let client: QueryClient;

function json({ status = 200, body }: Answer): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  const path = String(input).replace(/^\/api/, '');
  server.calls.push({
    line: `${method} ${path}`,
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
  });
  if (method !== 'GET') return json(server.changes);
  if (server.isCompanyGone) {
    return json({ status: 404, body: { success: false, message: 'Company not found' } });
  }
  // The webhook has a test of its own; here the company has none.
  if (path.endsWith('/webhook')) return json({ body: { success: true, data: null } });
  if (path.includes('/webhook/')) return json({ body: { success: true, data: [] } });
  if (!path.endsWith('/credentials')) {
    return json({ body: { success: true, data: { id: companyId, name: 'Gulu Builders' } } });
  }
  return json(
    server.failsToList ?? { body: { success: true, message: server.message, data: server.sets } },
  );
}

function open() {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter
        initialEntries={[`/companies/${companyId}/api-credentials`]}
        useTransitions={false}
      >
        <Routes>
          <Route path="/companies/:companyId/api-credentials" element={<CredentialsPage />} />
        </Routes>
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const toastOf = async (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('[data-toast] p')].map((p) => p.textContent)).toContain(
      text,
    ),
  );
const lines = () => server.calls.map(({ line }) => line);
const listLine = `GET /Company/${companyId}/credentials`;

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  Object.assign(server, {
    sets: [set],
    message: null,
    failsToList: null,
    isCompanyGone: false,
    changes: { body: { success: false } },
    calls: [],
  });
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('loading', () => {
  it('shows the set with its secret hidden, and forgets it when the page is left', async () => {
    const { unmount } = open();
    expect(screen.getByText('Loading API credentials')).toBeInTheDocument();
    expect(await screen.findByText('snt_ch_one')).toBeVisible();
    expect(screen.getByText(oneSet)).toBeVisible();
    expect(screen.getByText('Never used')).toBeVisible();
    expect(screen.queryByText('snt_sk_one')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Credentials' })).not.toBeInTheDocument();
    await press('Reveal secret key');
    expect(screen.getByText('snt_sk_one')).toBeVisible();
    unmount();
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getQueryCache()
            .getAll()
            .map(({ state }) => state),
        ),
      ).not.toContain('snt_sk_one'),
    );
  });

  it('has nothing on the page that the set would push away when it comes', async () => {
    open();
    // In its place from the start, though there is no name for the panel's title yet.
    expect(screen.getByRole('button', { name: 'History' })).toBeDisabled();
    expect(screen.queryByRole('heading', { name: 'Webhook' })).toBeNull();
    expect(lines()).toContain(`GET /Company/${companyId}/webhook`);
    expect(await screen.findByRole('heading', { name: 'Webhook' })).toBeVisible();
    expect(screen.getByText(oneSet)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'History' })).toBeEnabled());
  });

  it('shows no keys any more once a change finds them gone', async () => {
    open();
    await screen.findByText('snt_ch_one');
    server.sets = [];
    server.changes = {
      status: 404,
      body: { success: false, message: 'API credentials not found' },
    };
    await press('Deactivate');
    await toastOf('API credentials not found');
    await waitFor(() => expect(screen.queryByText('snt_ch_one')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Create Credentials' })).toBeVisible();
  });

  it('does not read the secret again on the side: each read is written down', async () => {
    open();
    await screen.findByText('snt_ch_one');
    await act(async () => {
      window.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('online'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(lines().filter((line) => line === listLine)).toHaveLength(1);
  });

  it.each([
    ['a 500', { status: 500, body: {} }],
    ['success false', { body: { success: false } }],
    ['a refusal in words', { status: 409, body: { success: false, message: 'Not today' } }],
    ['something that is no list', { body: 7 }],
  ])('says so when it fails with %s, and can be tried again', async (_, answer) => {
    server.failsToList = answer;
    open();
    const title = await screen.findByText('Failed to load company API credentials', {
      selector: '.font-medium',
    });
    expect(title).toBeVisible();
    if ('status' in answer && answer.status === 409)
      expect(screen.getByText('Not today')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Credentials' })).not.toBeInTheDocument();
    server.failsToList = null;
    await press('Try Again');
    expect(await screen.findByText('snt_ch_one')).toBeVisible();
    expect(title).not.toBeInTheDocument();
  });

  it('is told once that there is no such company', async () => {
    server.isCompanyGone = true;
    open();
    expect(await screen.findByText('Company Not Found')).toBeVisible();
    expect(screen.queryByText('Failed to load company API credentials')).not.toBeInTheDocument();
  });

  it('tells why a secret cannot be shown, and leaves the ways out', async () => {
    server.sets = [{ ...set, secretKey: null }];
    server.message = 'The secret key was encrypted with another key.';
    open();
    expect(await screen.findByText('The secret key cannot be shown')).toBeVisible();
    expect(screen.getByText('The secret key was encrypted with another key.')).toBeVisible();
    expect(screen.getByText('Cannot be read')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy secret key' })).not.toBeInTheDocument();
    for (const name of ['Regenerate', 'Deactivate', 'Delete']) {
      expect(screen.getByRole('button', { name })).toBeEnabled();
    }
  });
});

describe('changing', () => {
  it('creates where there is none', async () => {
    server.sets = [];
    open();
    await press('Create Credentials');
    await toastOf('Failed to create API credentials');
    server.changes = { status: 409, body: { success: false, message: oneSet } };
    await press('Create Credentials');
    await toastOf(oneSet);
    server.changes = { body: { success: true, data: set } };
    server.sets = [set];
    await press('Create Credentials');
    await toastOf('API credentials created successfully');
    expect(server.calls.at(-2)).toEqual({
      line: 'POST /Company/credentials',
      body: { companyId },
    });
    expect(lines().at(-1)).toBe(listLine);
  });

  it('regenerates after asking, and shows no old key even if the reload fails', async () => {
    open();
    await press('Regenerate');
    await confirm('Regenerate');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to update API credentials',
    );
    await toastOf('Failed to update API credentials');
    const renewed = { ...set, channelId: 'snt_ch_two', secretKey: 'snt_sk_two' };
    server.changes = { body: { success: true, data: renewed } };
    server.failsToList = { status: 503, body: {} };
    await confirm('Regenerate');
    await toastOf('API credentials updated successfully');
    expect(await screen.findByText('Failed to load company API credentials')).toBeVisible();
    expect(screen.getByText('snt_ch_two')).toBeVisible();
    expect(screen.queryByText('snt_ch_one')).not.toBeInTheDocument();
  });

  it.each([
    [true, 'Deactivate', 'deactivate', 'deactivated'],
    [false, 'Activate', 'activate', 'activated'],
  ])('from active %s says what it did by the answer', async (isActive, name, verb, done) => {
    server.sets = [{ ...set, isActive }];
    open();
    await press(name);
    await toastOf(`Failed to ${verb} API credentials`);
    server.changes = { body: { success: true, data: { ...set, isActive: !isActive } } };
    server.sets = [{ ...set, isActive: !isActive }];
    await press(name);
    await toastOf(`API credentials ${done} successfully`);
    expect(screen.getByText(isActive ? 'Inactive' : 'Active')).toBeVisible();
    expect(server.calls.at(-2)).toEqual({
      line: 'PATCH /Company/credentials/deactivate',
      body: { recordId: set.recordId, companyId, expectedIsActive: isActive },
    });
    expect(lines().at(-1)).toBe(listLine);
  });

  it('deletes after asking, and keeps the dialog with the reason when it fails', async () => {
    open();
    await press('Delete');
    await confirm('Delete Credentials');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to delete API credentials',
    );
    await toastOf('Failed to delete API credentials');
    server.changes = { body: { success: true, data: null } };
    server.sets = [];
    await confirm('Delete Credentials');
    await toastOf('API credentials deleted successfully');
    expect(await screen.findByRole('button', { name: 'Create Credentials' })).toBeVisible();
    expect(lines()).toContain(`DELETE /Company/credentials/${set.recordId}?companyId=${companyId}`);
  });
});
