import { audit } from '@sente/contract/audit';
import { companies } from '@sente/contract/companies';
import { roles } from '@sente/contract/roles';
import { users } from '@sente/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator, owner, ownCompanyId } from '../../testing/people.ts';
import { aCompany, anAuditEntry, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const person = aUser({ companyId: ownCompanyId });
const accountsOf = `/companies/${ownCompanyId}/accounts/`;
const portals = [
  ['the back-office', administrator, `/users/${person.id}`, audit.list, accountsOf],
  ['the client portal', owner, `/client/users/${person.id}`, audit.ofCompany, '/client/accounts/'],
] as const;
const accountId = '55555555-5555-4555-8555-555555555555';
const entry = {
  ...anAuditEntry,
  actorId: person.id,
  action: 'accounts.create',
  subjectType: 'accounts',
  subjectId: accountId,
  companyId: ownCompanyId,
};
const activity = async () =>
  (await screen.findByRole('heading', { name: 'Activity' })).closest('section') as HTMLElement;

beforeEach(() => {
  serve(users.get, ok(person));
  serve(roles.list, ok([]));
});

describe.each(portals)('the activity of a user in %s', (_, as, page, endpoint, account) => {
  it('lists what this person did, page by page, with links to the records', async () => {
    serve(endpoint, ({ query }) =>
      query['before'] === '7'
        ? ok([{ ...entry, id: '3', action: 'accounts.freeze' }], { nextBefore: null })
        : ok([{ ...entry, id: '7' }], { nextBefore: '7' }),
    );
    await renderPage(page, { as });
    const link = await within(await activity()).findByRole('link', { name: 'Open account' });
    expect(link).toHaveAttribute('href', `${account}${accountId}`);
    expect(calls(endpoint).at(-1)?.query).toEqual({ actorId: person.id, limit: '10' });
    await press('Load more', await activity());
    expect(await within(await activity()).findByText(/froze|frozen/i)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('marks what was not allowed, and not an address that leads nowhere', async () => {
    const tried = { ...entry, action: 'accounts.get', result: 'refused' };
    serve(
      endpoint,
      ok(
        [
          { ...tried, id: '8', details: { code: 'not_found' } },
          { ...tried, id: '7', details: { code: 'forbidden' } },
        ],
        { nextBefore: null },
      ),
    );
    await renderPage(page, { as });
    const [missing, refusal] = await within(await activity()).findAllByRole('listitem');
    expect(missing).toHaveTextContent(/Not found/);
    expect(missing).not.toHaveTextContent(/Refused/);
    expect(refusal).toHaveTextContent(/Refused.*No permission/);
  });

  it('leads to nothing that was not found, and names what was asked for', async () => {
    const refusal = { result: 'refused', details: { code: 'not_found' } } as const;
    const tried = { ...entry, ...refusal, action: 'users.get', subjectType: 'users' };
    serve(endpoint, ok([tried], { nextBefore: null }));
    await renderPage(page, { as });
    const list = await within(await activity()).findByRole('list', { name: 'Entries' });
    expect(list).toHaveTextContent(`ID: ${accountId}`);
    expect(within(list).queryByRole('link')).not.toBeInTheDocument();
  });

  it('leads to the account as well as to the request about it', async () => {
    const approval = '66666666-6666-4666-8666-666666666666';
    serve(
      endpoint,
      ok([{ ...entry, details: { approval, kind: 'payout' } }], { nextBefore: null }),
    );
    await renderPage(page, { as });
    const list = await within(await activity()).findByRole('list', { name: 'Entries' });
    const links = within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    const requests = as === owner ? '/client/approvals' : '/approvals';
    expect(links).toEqual([
      ['Open request', `${requests}/${approval}`],
      ['Open account', `${account}${accountId}`],
    ]);
  });

  it('says that there is nothing yet, and what failed', async () => {
    const { unmount } = await renderPage(page, { as });
    expect(await within(await activity()).findByText('Nothing yet.')).toBeVisible();
    unmount();
    serve(endpoint, refused(500, 'Too slow'));
    await renderPage(page, { as });
    const panel = await alertOf('Failed to load history');
    expect(panel).toHaveTextContent('Too slow');
    serve(endpoint, ok([entry], { nextBefore: null }));
    await user.click(within(panel).getByRole('button'));
    expect(await within(await activity()).findByRole('list', { name: 'Entries' })).toBeVisible();
  });

  it('is not asked for by visitors of the open demo', async () => {
    await renderPage(page, { as: { ...as, isVisitor: true } });
    await screen.findByRole('heading', { level: 1, name: /Apio/ });
    expect(screen.queryByRole('heading', { name: 'Activity' })).not.toBeInTheDocument();
    expect(calls(endpoint)).toEqual([]);
  });
});

it('is not asked for by company users who may not read the audit log', async () => {
  const permissions = ['canViewUsers'] as const;
  await renderPage(portals[1][2], { as: { ...owner, permissions } });
  await screen.findByRole('heading', { level: 1, name: /Apio/ });
  expect(calls(audit.ofCompany)).toEqual([]);
});

it("the history of a company does not lead to the company's own page", async () => {
  const company = aCompany();
  serve(companies.get, ok(company));
  const changed = { ...entry, action: 'companies.update', subjectType: 'companies' };
  const approval = '66666666-6666-4666-8666-666666666666';
  const own = { ...changed, subjectId: company.id, details: { approval } };
  for (const endpoint of [audit.list, audit.ofCompany]) {
    serve(endpoint, ok([own], { nextBefore: null }));
  }
  await renderPage(`/companies/${company.id}?tab=history`);
  const list = await screen.findByRole('list', { name: 'Entries' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Open request']);
});
