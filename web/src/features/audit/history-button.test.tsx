import { audit, type AuditEntry, type AuditSubject } from '@sente/contract/audit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, ok, refused, silent, type Answer } from '../../testing/answers.ts';
import { address, renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { anAuditEntry } from '../../testing/records.ts';
import { press, user } from '../../testing/user.ts';
import { HistoryButton } from './history-button.tsx';

const subjectId = '44444444-4444-4444-8444-444444444444';
const entry = (id: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  ...anAuditEntry,
  id: String(id),
  at: new Date(Date.now() - 5 * 60_000).toISOString(),
  actorId: subjectId,
  companyId: null,
  details: { changed: ['phone'] },
  ...fields,
});

const page = (entries: AuditEntry[], nextBefore: string | null = null) =>
  ok(entries, { nextBefore });
/** Answered in order; the last one repeats. */
function answerWith(...answers: Answer[]): void {
  serve(audit.list, () => (answers.length > 1 ? answers.shift() : answers[0]) ?? page([]));
}
const asked = () => calls(audit.list).at(-1)?.query;

it("loads nothing before it is opened, then this record's history", async () => {
  answerWith(page([entry(2), entry(1, { action: 'companies.create' })]));
  const panel = await open();
  expect(await within(panel).findByText('Changed the company')).toBeVisible();
  expect(within(panel).getByText('Created the company')).toBeVisible();
  expect(within(panel).getAllByText('Changed: phone')).toHaveLength(2);
  expect(within(panel).getAllByText(/5 minutes ago/)).toHaveLength(2);
  expect(within(panel).getAllByText(/^admin@sente.test/)).toHaveLength(2);
  expect(calls(audit.list)[0]?.query).toEqual({
    subjectType: 'companies',
    subjectId,
    limit: '25',
  });
});

it('leads to the request of an entry, and not to the record whose history it is', async () => {
  const approval = '66666666-6666-4666-8666-666666666666';
  const details = { kind: 'deposit', approval };
  answerWith(page([entry(1, { action: 'approvals.ask', details })]));
  const panel = await open();
  const link = await within(panel).findByRole('link');
  expect(link).toHaveAttribute('href', `/approvals/${approval}`);
  expect(panel).toHaveTextContent('Request: Deposit');
});

it('marks refusals with their reason', async () => {
  answerWith(page([entry(1, { result: 'refused', details: { code: 'forbidden' } })]));
  const panel = await open();
  const item = await within(panel).findByRole('listitem');
  expect(item).toHaveTextContent('Tried to change the company');
  expect(item).toHaveTextContent('Refused');
  expect(item).toHaveTextContent('No permission');
});

it('loads more from where it stopped, and keeps its entries when that fails', async () => {
  answerWith(page([entry(9)], '9'), silent, page([entry(8)]));
  const panel = await open();
  await press('Load more', panel);
  expect(await within(panel).findByText('Failed to load history')).toBeVisible();
  expect(within(panel).getAllByRole('listitem')).toHaveLength(1);
  await press('Try Again', panel);
  await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(2));
  expect(asked()?.['before']).toBe('9');
  expect(within(panel).queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('distinguishes an empty history from one without matches', async () => {
  answerWith(page([]));
  const panel = await open();
  expect(await within(panel).findByText('No history yet.')).toBeVisible();
  await user.selectOptions(within(panel).getByLabelText('Time'), 'Last 7 days');
  expect(await within(panel).findByText('Nothing matches these filters.')).toBeVisible();
  expect(asked()?.['startDate']).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(asked()).not.toHaveProperty('endDate');
  await press('Clear Filters', panel);
  expect(await within(panel).findByText('No history yet.')).toBeVisible();
});

it('filters by person and by dates without changing the address', async () => {
  answerWith(page([]));
  const panel = await open();
  await user.type(within(panel).getByRole('searchbox'), ' grace ');
  await waitFor(() => expect(asked()?.['search']).toBe('grace'));
  await user.selectOptions(within(panel).getByLabelText('Time'), 'Choose dates...');
  await user.type(within(panel).getByLabelText('From'), '2026-02-01');
  await waitFor(() => expect(asked()?.['startDate']).toBe('2026-02-01'));
  const before = calls().length;
  await user.type(within(panel).getByLabelText('To'), '2026-01-01');
  expect(await within(panel).findByText('Must not be before the first day')).toBeVisible();
  expect(calls()).toHaveLength(before);
  expect(address()).toBe('/?page=2');
});

it('shows loading and errors, and can be retried', async () => {
  const slow = held();
  serve(audit.list, slow.answer);
  const panel = await open();
  expect(await within(panel).findByText('Loading history')).toBeInTheDocument();
  answerWith(page([entry(1)]));
  act(() => slow.release(refused(500, 'The log is being moved')));
  expect(await within(panel).findByText('The log is being moved')).toBeVisible();
  await press('Try Again', panel);
  expect(await within(panel).findByRole('listitem')).toBeVisible();
});

it('shows for a user also what they did, with links', async () => {
  answerWith(page([entry(1)]));
  const panel = await open('users');
  await within(panel).findByRole('listitem');
  expect(within(panel).queryByRole('link')).not.toBeInTheDocument();
  await user.click(within(panel).getByRole('tab', { name: 'Done by this user' }));
  expect(await within(panel).findByRole('link', { name: 'Open company' })).toHaveAttribute(
    'href',
    `/companies/${subjectId}`,
  );
  expect(asked()).toEqual({
    actorId: subjectId,
    limit: '25',
  });
  expect(within(panel).queryByRole('searchbox')).not.toBeInTheDocument();
});

it('links to an account by way of its company when the entry has one', async () => {
  const account = { subjectType: 'accounts', action: 'accounts.update' };
  const companyId = '55555555-5555-4555-8555-555555555555';
  answerWith(
    page([
      entry(3, { ...account, companyId }),
      entry(2, { ...account, companyId, result: 'refused' }),
      entry(1, account),
    ]),
  );
  const panel = await open('users');
  await user.click(within(panel).getByRole('tab', { name: 'Done by this user' }));
  const links = await within(panel).findAllByRole('link', { name: 'Open account' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/companies/${companyId}/accounts/${subjectId}`,
  ]);
});

async function open(subjectType: AuditSubject = 'companies'): Promise<HTMLElement> {
  renderPart(
    <HistoryButton subjectType={subjectType} subjectId={subjectId} name="Gulu Builders" />,
    { at: '/?page=2' },
  );
  expect(calls()).toEqual([]);
  await press('History');
  return screen.findByRole('dialog', { name: 'History of Gulu Builders' });
}
