import { audit, type AuditEntry } from '@sente/contract/audit';
import { companies } from '@sente/contract/companies';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { actionWords } from '../../features/audit/audit-actions.ts';
import { actionsOfArea } from '../../features/audit/audit-areas.ts';
import { ok, silent } from '../../testing/answers.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { owner, ownCompanyId } from '../../testing/people.ts';
import { aCompany, anAuditEntry } from '../../testing/records.ts';
import { beOnPhone } from '../../testing/phone.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({ ...anAuditEntry, ...fields });
const page = (entries: AuditEntry[], nextBefore: string | null = null) =>
  ok(entries, { nextBefore });
const items = async () => within(await screen.findByRole('list', { name: 'Entries' }));

describe('of the platform', () => {
  it('says who did what to which company, with a link to the record', async () => {
    serve(
      audit.list,
      page([entry({ actorName: 'David Okello', companyName: 'Demo One', id: '2' })]),
    );
    await renderPage('/audit');
    const [item = expect.unreachable()] = (await items()).getAllByRole('listitem');
    expect(item).toHaveTextContent('Changed the company');
    expect(item).toHaveTextContent(
      'David Okello (admin@sente.test) \u00b7 Demo One \u00b7 Open company',
    );
    expect(within(item).getByRole('link', { name: 'Open company' })).toHaveAttribute(
      'href',
      `/companies/${anAuditEntry.subjectId}`,
    );
  });

  it('tells from where only in the opened entry', async () => {
    serve(audit.list, page([entry({ id: '2' })]));
    await renderPage('/audit');
    const list = await items();
    expect(list.queryByText(/10\.0\.0\.1/)).not.toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'More' }));
    expect(list.getByText('From 10.0.0.1 \u00b7 Entry 2')).toBeVisible();
  });

  it('names both people of a change that was approved', async () => {
    const both = { actorName: 'David Okello', askedByName: 'Grace Atim' };
    const change = entry({ id: '2', action: 'limits.save', ...both });
    serve(audit.list, page([change, entry({ id: '1', action: 'approvals.approve', ...both })]));
    await renderPage('/audit');
    const [first, second] = (await items()).getAllByRole('listitem');
    expect(first).toHaveTextContent(
      'Asked for by Grace Atim \u00b7 Approved by David Okello (admin@sente.test)',
    );
    expect(second).toHaveTextContent(
      'David Okello (admin@sente.test) \u00b7 Asked for by Grace Atim',
    );
  });

  it('offers each kind of action, and asks for all of its calls', async () => {
    serve(audit.list, page([]));
    await renderPage('/audit?search=limits');
    expect(await screen.findByText(/looks for people by name or email/)).toBeVisible();
    const choice = screen.getByLabelText('Action');
    await user.selectOptions(choice, 'Reconciliation');
    const asked = 'reconciliation,networkStatements,networks';
    await waitFor(() => expect(calls(audit.list).at(-1)?.query['action']).toBe(asked));
    const values = within(choice).getAllByRole<HTMLOptionElement>('option');
    const groups = values.flatMap(({ value }) => actionsOfArea(value).split(','));
    const known = new Set(Object.keys(actionWords).map((name) => name.split('.')[0] ?? ''));
    expect([...known].filter((group) => !groups.includes(group))).toEqual([]);
  });

  it('leads from a decision to the request', async () => {
    const details = { kind: 'staff-role', approval: ownCompanyId };
    serve(audit.list, page([entry({ action: 'approvals.approve', details })]));
    await renderPage('/audit');
    const link = await screen.findByRole('link', { name: 'Open request' });
    expect(link).toHaveAttribute('href', `/approvals/${ownCompanyId}`);
    expect(screen.getByText('Request: Staff role')).toBeVisible();
  });

  it('asks with the filters of the address, and keeps chosen ones there', async () => {
    serve(audit.list, page([entry({})]));
    serve(companies.get, ok(aCompany()));
    serve(companies.list, ok([]));
    const companyId = anAuditEntry.companyId ?? '';
    await renderPage(`/audit?range=all&action=users&companyId=${companyId}&search=sarah`);
    await items();
    expect(calls(audit.list)[0]?.query).toEqual({
      action: 'users',
      companyId,
      search: 'sarah',
      limit: '25',
    });
    await user.selectOptions(screen.getByLabelText('Result'), 'Refused');
    await waitFor(() => expect(calls(audit.list).at(-1)?.query['result']).toBe('refused'));
    expect(address()).toContain('result=refused');
  });

  it('folds its filters on a phone, and counts those that narrow it', async () => {
    beOnPhone();
    serve(audit.list, page([entry({})]));
    await renderPage('/audit');
    await items();
    const button = screen.getByRole('button', { name: 'Filters' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByLabelText('Result')).not.toBeInTheDocument();
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.selectOptions(screen.getByLabelText('Result'), 'Refused');
    await waitFor(() => expect(calls(audit.list).at(-1)?.query['result']).toBe('refused'));
    expect(screen.getByRole('button', { name: 'Filters 1 active' })).toBeVisible();
    await press(/^Filters/);
    expect(screen.queryByLabelText('Result')).not.toBeInTheDocument();
    expect(address()).toContain('result=refused');
  });

  it('loads older entries, and exports all of them', async () => {
    serve(audit.list, ({ query }) =>
      query['before'] === undefined
        ? page([entry({ id: '9' })], '9')
        : page([entry({ id: '8', action: 'users.update', companyName: '=Sum' })]),
    );
    const files = catchDownloads();
    await renderPage('/audit');
    expect((await items()).getAllByRole('listitem')).toHaveLength(1);
    await press('Load more');
    await waitFor(async () => expect((await items()).getAllByRole('listitem')).toHaveLength(2));
    await press('Export CSV');
    expect(await screen.findByText('Exported 2 entries')).toBeVisible();
    const text = (await files[0]?.text()) ?? '';
    expect(text).toContain('"Changed the company","Done"');
    expect(text).toContain(`"'=Sum"`);
  });

  it('distinguishes no entries from none that match, and a failure from both', async () => {
    serve(audit.list, page([]));
    const { unmount } = await renderPage('/audit');
    expect(await screen.findByText('Nothing in these days.')).toBeVisible();
    unmount();
    await renderPage('/audit?result=refused');
    expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
    serve(audit.list, silent);
    await press('Refresh');
    expect(await screen.findByText('Failed to load the audit log')).toBeVisible();
  });
});

describe("of the owner's company", () => {
  it('names own people, and the provider without a name', async () => {
    serve(
      audit.ofCompany,
      page([
        entry({
          id: '2',
          actorId: null,
          actorEmail: null,
          address: null,
          action: 'credentials.list',
        }),
        entry({
          id: '1',
          actorName: 'Esther Nakato',
          actorEmail: 'esther@demo-one.test',
          isByProvider: false,
          action: 'users.update',
          subjectType: 'users',
        }),
      ]),
    );
    await renderPage('/client/audit', { as: owner });
    const [first = expect.unreachable(), second = expect.unreachable()] = (
      await items()
    ).getAllByRole('listitem');
    expect(first).toHaveTextContent('Viewed the API credentials');
    expect(first).toHaveTextContent('The provider');
    expect(second).toHaveTextContent('Esther Nakato (esther@demo-one.test)');
    expect(within(second).getByRole('link', { name: 'Open user' })).toHaveAttribute(
      'href',
      `/client/users/${anAuditEntry.subjectId}`,
    );
    expect(calls(audit.ofCompany)[0]?.params).toEqual({ companyId: ownCompanyId });
  });
});
