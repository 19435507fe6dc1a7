import type { AuditEntry, AuditSubject } from '@sente/contract/audit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { HistoryButton } from './history-button.tsx';

const subjectId = '44444444-4444-4444-8444-444444444444';
const entry = (id: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(id),
  at: new Date(Date.now() - 5 * 60_000).toISOString(),
  actorId: subjectId,
  actorEmail: 'admin@sente.test',
  action: 'companies.update',
  subjectType: 'companies',
  subjectId,
  companyId: null,
  result: 'done',
  address: '10.0.0.1',
  details: { changed: ['phone'] },
  ...fields,
});

/** A server that answers what the test puts here, and notes what it was asked. */
const server = { answers: [] as (() => Response)[], asked: [] as URLSearchParams[] };
const user = userEvent.setup({ delay: null });
const client = createQueryClient();

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}
const page = (entries: AuditEntry[], nextBefore: string | null = null) =>
  json(200, { success: true, data: entries, meta: { nextBefore } });

beforeEach(() => {
  server.answers = [];
  server.asked = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL) => {
      server.asked.push(new URL(String(input), 'http://x.test').searchParams);
      const answer = server.answers.length > 1 ? server.answers.shift() : server.answers[0];
      return answer?.() ?? page([]);
    }),
  );
});

afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

function Address() {
  return <output>{useLocation().pathname + useLocation().search}</output>;
}

async function open(subjectType: AuditSubject = 'companies'): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/somewhere?page=2']} useTransitions={false}>
        <HistoryButton subjectType={subjectType} subjectId={subjectId} name="Gulu Builders" />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'History' }));
  return screen.findByRole('dialog', { name: 'History of Gulu Builders' });
}

it('asks for nothing before it is opened, then for this record', async () => {
  server.answers = [() => page([entry(2), entry(1, { action: 'companies.create' })])];
  const panel = await open();
  expect(await within(panel).findByText('Changed the company')).toBeVisible();
  expect(within(panel).getByText('Created the company')).toBeVisible();
  expect(within(panel).getAllByText('Changed: phone')).toHaveLength(2);
  expect(within(panel).getAllByText(/5 minutes ago/)).toHaveLength(2);
  expect(within(panel).getAllByText('admin@sente.test from 10.0.0.1')).toHaveLength(2);
  expect(Object.fromEntries(server.asked[0] ?? [])).toEqual({
    subjectType: 'companies',
    subjectId,
    limit: '25',
  });
});

it('marks what was refused, with its reason', async () => {
  server.answers = [() => page([entry(1, { result: 'refused', details: { code: 'forbidden' } })])];
  const panel = await open();
  const item = await within(panel).findByRole('listitem');
  expect(item).toHaveTextContent('Tried to change the company');
  expect(item).toHaveTextContent('Refused');
  expect(item).toHaveTextContent('No permission');
});

it('loads more from where it stopped, and keeps what it has when that fails', async () => {
  server.answers = [() => page([entry(9)], '9'), () => json(503, {}), () => page([entry(8)])];
  const panel = await open();
  await user.click(await within(panel).findByRole('button', { name: 'Load more' }));
  expect(await within(panel).findByText('Failed to load history')).toBeVisible();
  expect(within(panel).getAllByRole('listitem')).toHaveLength(1);
  await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(2));
  expect(server.asked.at(-1)?.get('before')).toBe('9');
  expect(within(panel).queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('says that there is nothing yet, and that nothing matches, in words of their own', async () => {
  const panel = await open();
  expect(await within(panel).findByText('No history yet.')).toBeVisible();
  await user.selectOptions(within(panel).getByLabelText('Time'), 'Last 7 days');
  expect(await within(panel).findByText('Nothing matches these filters.')).toBeVisible();
  expect(server.asked.at(-1)?.get('startDate')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(server.asked.at(-1)?.has('endDate')).toBe(false);
  await user.click(within(panel).getByRole('button', { name: 'Clear Filters' }));
  expect(await within(panel).findByText('No history yet.')).toBeVisible();
});

it('filters by person and by dates, without touching the address', async () => {
  const panel = await open();
  await user.type(within(panel).getByRole('searchbox'), ' grace ');
  await waitFor(() => expect(server.asked.at(-1)?.get('search')).toBe('grace'));
  await user.selectOptions(within(panel).getByLabelText('Time'), 'Choose dates...');
  await user.type(within(panel).getByLabelText('From'), '2026-02-01');
  await waitFor(() => expect(server.asked.at(-1)?.get('startDate')).toBe('2026-02-01'));
  const asked = server.asked.length;
  await user.type(within(panel).getByLabelText('To'), '2026-01-01');
  expect(await within(panel).findByText('Must not be before the first day')).toBeVisible();
  expect(server.asked).toHaveLength(asked);
  expect(screen.getByText('/somewhere?page=2')).toBeInTheDocument();
});

it('fails in words, and can be tried again', async () => {
  server.answers = [
    () => json(500, { success: false, message: 'The log is being moved' }),
    () => page([entry(1)]),
  ];
  const panel = await open();
  expect(await within(panel).findByText('The log is being moved')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
  expect(await within(panel).findByRole('listitem')).toBeVisible();
});

it('shows of a user also what they did, with the way to it', async () => {
  server.answers = [() => page([entry(1)])];
  const panel = await open('users');
  await within(panel).findByRole('listitem');
  expect(within(panel).queryByRole('link')).not.toBeInTheDocument();
  await user.click(within(panel).getByRole('tab', { name: 'Done by this user' }));
  expect(await within(panel).findByRole('link', { name: 'Open company' })).toHaveAttribute(
    'href',
    `/companies/${subjectId}`,
  );
  expect(Object.fromEntries(server.asked.at(-1) ?? [])).toEqual({
    actorId: subjectId,
    limit: '25',
  });
  expect(within(panel).queryByRole('searchbox')).not.toBeInTheDocument();
});

it('leads to an account by way of its company, when the entry knows that', async () => {
  const account = { subjectType: 'accounts', action: 'accounts.update' };
  const companyId = '55555555-5555-4555-8555-555555555555';
  server.answers = [
    () =>
      page([
        entry(3, { ...account, companyId }),
        entry(2, { ...account, companyId, result: 'refused' }),
        entry(1, account),
      ]),
  ];
  const panel = await open('users');
  await user.click(within(panel).getByRole('tab', { name: 'Done by this user' }));
  const links = await within(panel).findAllByRole('link', { name: 'Open account' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/companies/${companyId}/accounts/${subjectId}`,
  ]);
});
