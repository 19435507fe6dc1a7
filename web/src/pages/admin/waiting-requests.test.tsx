import { approvals } from '@sente/contract/approvals';
import { companies } from '@sente/contract/companies';
import { fees } from '@sente/contract/fees';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settlements } from '@sente/contract/settlements';
import { ok } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { alertOf } from '../../testing/messages.ts';
import { noSchedule } from '../../testing/settlements.ts';
import { renderPage } from '../../testing/page.tsx';
import { aCompany } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';

const { id: companyId } = aCompany();
const change = { what: 'All payouts, a day', before: 'UGX 5,000,000', after: 'no limit' };
const request = anApproval({
  kind: 'limit',
  limitOf: 'limits',
  changes: [change],
  amount: null,
  from: null,
  to: null,
  sentence: 'Change the limits of Gulu Builders. All payouts, a day: UGX 5,000,000 → no limit.',
});

it('a request about limits shows what changes in a table, and leads to the limits', async () => {
  serve(approvals.get, ok(request));
  await renderPage(`/approvals/${request.id}`);
  expect(await screen.findByText('Change the limits of Gulu Builders.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'What changes' });
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(texts).toEqual([
    ['Limit', 'Before', 'After'],
    [change.what, change.before, change.after],
  ]);
  const link = screen.getByRole('link', { name: 'Open the limits' });
  expect(link).toHaveAttribute('href', `/companies/${companyId}/limits`);
});

it.each([
  ['platform-settings', 'Open the settings', '/settings?tab=platform'],
  ['blocked-number', 'Open the blocked numbers', '/blocked-numbers'],
  ['payout-ceiling', 'Open the limits', `/companies/${companyId}/limits`],
  ['examination-exception', 'Open the API credentials', `/companies/${companyId}/api-credentials`],
] as const)('a request about %s leads to where it is set', async (limitOf, name, href) => {
  serve(approvals.get, ok({ ...request, limitOf, changes: [] }));
  await renderPage(`/approvals/${request.id}`);
  expect(await screen.findByText(request.sentence)).toBeVisible();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

it('the page of a company says what waits about it', async () => {
  serve(companies.get, ok(aCompany()));
  serve(approvals.list, ok([request]));
  const { unmount } = await renderPage(`/companies/${companyId}`);
  const one = await alertOf('A request waits for approval');
  expect(one).toHaveTextContent(request.sentence);
  expect(within(one).getByRole('link')).toHaveAttribute('href', `/approvals/${request.id}`);
  expect(calls(approvals.list)[0]?.query).toMatchObject({ tab: 'open', companyId });
  unmount();
  const meta = { totalCount: 12, totalPages: 4, page: 1, pageSize: 3 };
  const counts = { totalAmount: 0, waitingCount: 12, openCount: 12, ownCount: 0 };
  serve(approvals.list, ok([request, request, request], { ...meta, ...counts }));
  await renderPage(`/companies/${companyId}`);
  const several = await alertOf('12 requests wait for approval');
  expect(several).toHaveTextContent('Limits (3) and others. Open the requests');
  expect(within(several).getByRole('link', { name: 'Open the requests' })).toHaveAttribute(
    'href',
    `/approvals?tab=open&company=${companyId}`,
  );
});

it('the fees of a company say which change of them waits', async () => {
  const ofFee = anApproval({ kind: 'fee', sentence: 'Set the fee on payouts to 1%.' });
  serve(companies.get, ok(aCompany()));
  serve(fees.list, ok([]));
  serve(settlements.terms, ok(noSchedule));
  serve(approvals.list, ({ query }) => ok(query['kind'] === 'fee' ? [ofFee] : []));
  await renderPage(`/companies/${companyId}?tab=terms`);
  const notice = await alertOf('A change of fees waits for a second person');
  expect(notice).toHaveTextContent(ofFee.sentence);
});
