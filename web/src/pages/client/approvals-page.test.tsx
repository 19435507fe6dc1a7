import { approvals } from '@sente/contract/approvals';
import { networks } from '@sente/contract/networks';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press } from '../../testing/user.ts';

const own = anApproval({
  isOwn: true,
  canApprove: false,
  canReject: false,
  canWithdraw: true,
  whyNot: 'It waits for approval by the provider.',
});
const meta = {
  totalCount: 1,
  totalPages: 1,
  page: 1,
  pageSize: 20,
  totalAmount: 450_000,
  waitingCount: 1,
  openCount: 1,
  ownCount: 1,
};

it("shows the company's payouts, who must approve them, and lets who asked cancel them", async () => {
  serve(approvals.list, ok([own], meta));
  serve(approvals.withdraw, ok({ ...own, state: 'withdrawn' as const }));
  await renderPage('/client/approvals', { as: owner });
  const list = await screen.findByRole('list', { name: 'Approvals' });
  const card = within(list).getByRole('listitem');
  expect(card).toHaveTextContent('Asked by you');
  expect(card).toHaveTextContent('Waits for the provider');
  // The state says it already.
  expect(card).not.toHaveTextContent('It waits for approval by the provider.');
  expect(within(card).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  await press('Cancel Payout', card);
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this payout?' });
  await press('Cancel Payout', dialog);
  await expectToast('Payout cancelled');
  expect(calls(approvals.withdraw)[0]?.params).toEqual({ id: own.id });
});

it('lets a colleague approve, and says that the provider has to as well', async () => {
  const both = anApproval({ step: 'colleague', needs: 'colleague_and_provider' });
  serve(approvals.list, ok([both], meta));
  serve(networks.holder, ok({ name: 'Okello James', status: 'registered' }));
  serve(approvals.approve, ok({ ...both, step: 'provider' as const, canApprove: false }));
  await renderPage('/client/approvals', { as: owner });
  const list = await screen.findByRole('list', { name: 'Approvals' });
  await press('Approve', within(list).getByRole('listitem'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Approve this payout?' });
  expect(dialog).toHaveTextContent('It is not sent before the provider approves it as well.');
  await press('Approve', dialog);
  await expectToast('Payout approved. It now waits for the provider.');
  expect(calls(approvals.approve)[0]?.body).toEqual({ askedAt: both.askedAt });
  expect(calls(approvals.list)[0]?.query).toMatchObject({ tab: 'waiting' });
});

it('shows everything that waits to somebody who approves nothing', async () => {
  serve(approvals.list, ok([own], meta));
  await renderPage('/client/approvals', {
    as: { ...owner, permissions: ['canManageAccounts'] },
  });
  expect(await screen.findByRole('list', { name: 'Approvals' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: /Waiting for me/ })).not.toBeInTheDocument();
  expect(calls(approvals.list)[0]?.query).toMatchObject({ tab: 'open' });
});

it('has a page for each, with its history', async () => {
  const by = { id: null, name: 'The provider' };
  const at = '2026-01-05T11:00:00.000Z';
  const history = [...own.history, { at, what: 'rejected' as const, by, text: 'Wrong number' }];
  serve(approvals.get, ok({ ...own, state: 'rejected' as const, whyNot: null, history }));
  await renderPage(`/client/approvals/${own.id}`, { as: owner });
  expect(await screen.findByText('Rejected by The provider')).toBeVisible();
  expect(screen.getByText('Wrong number')).toBeVisible();
});
