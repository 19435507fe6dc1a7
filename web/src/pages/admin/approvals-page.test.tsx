import { approvals } from '@sente/contract/approvals';
import { readAttention } from '@sente/contract/attention';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { networks } from '@sente/contract/networks';
import { paymentReviews } from '@sente/contract/payment-reviews';
import { reconciliation } from '@sente/contract/reconciliation';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { caseId, theCase } from '../../testing/cases.ts';
import { expectToast } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { aReview, proposalOf } from '../../testing/reviews.ts';
import { noAttention } from '../../testing/staff-records.ts';
import { fill, press, user } from '../../testing/user.ts';

const first = anApproval({
  warnings: ['This is the first payout of the company to this number.'],
});
const second = anApproval({
  id: '77777777-7777-7777-8777-777777777778',
  kind: 'deposit',
  amount: 2_000_000,
  sentence: 'Deposit UGX 2,000,000 to Till 100.',
});
beforeEach(() => {
  serve(readAttention, ok(noAttention));
  serve(networks.holder, ok({ name: 'Nakato Sarah', status: 'registered' }));
  serve(approvals.list, ok([first, second], meta(2)));
});

const cards = async () =>
  within(await screen.findByRole('list', { name: 'Approvals' })).getAllByRole('listitem');

describe('the list', () => {
  it('says whom it pays how much, from where, who asked, and for how much in all', async () => {
    await renderPage('/approvals');
    const [card, other] = await cards();
    const payee = await within(card!).findByRole('link', {
      name: `Payout to ${first.to}`,
    });
    expect(payee).toBeVisible();
    expect(within(card!).getByText('450,000')).toBeVisible();
    expect(card).toHaveTextContent(
      /From Gulu till 100200300 of Gulu Builders.*Asked by Sarah Nakato/,
    );
    expect(within(other!).getByRole('link', { name: second.sentence })).toBeVisible();
    expect(screen.getByText(/2 requests, UGX 2,450,000 in all/)).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Waiting for me (2)' })).toBeVisible();
    expect(calls(approvals.list)[0]?.query).toEqual({ tab: 'waiting', page: '1', pageSize: '20' });
  });

  it('names the receivers that the company checked, and since when, and asks no network', async () => {
    const checked = (payeeCheckedAt: string) =>
      anApproval({ id: first.id, payeeName: 'Rose Akello', payeeCheckedAt });
    serve(approvals.list, ok([checked(new Date().toISOString())], meta(1)));
    const { unmount } = await renderPage('/approvals');
    expect((await cards())[0]).toHaveTextContent(`Payout to Rose Akello, ${first.to}`);
    unmount();
    serve(approvals.list, ok([checked('2024-05-03T09:00:00.000Z')], meta(1)));
    await renderPage('/approvals');
    expect((await cards())[0]).toHaveTextContent(
      `Payout to Rose Akello (as of May 03, 2024), ${first.to}`,
    );
    expect(calls(networks.holder)).toEqual([]);
  });

  it('the decision asks the network, also about a receiver who was checked', async () => {
    const payeeCheckedAt = new Date().toISOString();
    serve(approvals.list, ok([anApproval({ payeeName: 'Rose Akello', payeeCheckedAt })], meta(1)));
    serve(networks.holder, ok({ name: 'Rose Akello', status: 'barred' }));
    await renderPage('/approvals');
    await press('Approve', (await cards())[0]);
    expect(await screen.findByText(/the network has stopped this wallet/)).toBeVisible();
  });

  it('opened past its end shows the last page, and the address names it', async () => {
    serve(approvals.list, ok([first], { ...meta(21), totalPages: 2, page: 2 }));
    await renderPage('/approvals?page=99');
    await waitFor(() => expect(address()).toBe('/approvals?page=2'));
    expect(await cards()).toHaveLength(1);
  });

  it('of what was decided says how much was approved', async () => {
    const decided = anApproval({ state: 'rejected', canApprove: false, canReject: false });
    serve(approvals.list, ok([decided], meta(1)));
    await renderPage('/approvals?tab=decided');
    expect(await screen.findByText('1 request, UGX 2,450,000 approved')).toBeVisible();
  });

  it('tells staff that a second person is waited for, and not themselves', async () => {
    serve(approvals.list, ok([anApproval({ canApprove: false, isOwn: true })], meta(1)));
    await renderPage('/approvals?tab=open');
    const [card] = await cards();
    expect(card).toHaveTextContent('Waits for a second person');
    expect(card).not.toHaveTextContent('the provider');
  });

  it.each([
    [{ kind: 'limit', limitOf: 'limits' }, 'these limits', 'Limits approved'],
    [
      { kind: 'limit', limitOf: 'platform-settings' },
      'these platform settings',
      'Platform settings approved',
    ],
    [{ kind: 'cases' }, 'these cases', 'Several cases approved'],
    [{ kind: 'day' }, 'the close of this day', 'Close of a day approved'],
  ] as const)('asks about %j in good words', async (fields, object, done) => {
    serve(approvals.list, ok([anApproval(fields)], meta(1)));
    serve(approvals.approve, ok(anApproval({ ...fields, state: 'approved' })));
    await renderPage('/approvals');
    const [card] = await cards();
    await press('Approve', card);
    const dialog = await screen.findByRole('alertdialog', { name: `Approve ${object}?` });
    await press('Approve', dialog);
    await expectToast(done);
  });

  it('keeps tab and kind in the address', async () => {
    await renderPage('/approvals?kind=payout');
    await cards();
    expect(calls(approvals.list)[0]?.query).toMatchObject({ kind: 'payout' });
    await user.click(screen.getByRole('tab', { name: 'Decided' }));
    expect(address()).toBe('/approvals?tab=decided');
    await waitFor(() =>
      expect(calls(approvals.list).at(-1)?.query).toMatchObject({ tab: 'decided' }),
    );
  });

  it('tells none yet from none that match, and what failed', async () => {
    serve(approvals.list, ok([], meta(0, { totalAmount: 0 })));
    const { unmount } = await renderPage('/approvals');
    expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
    unmount();
    await renderPage('/approvals?kind=payout');
    expect(await screen.findByText('No approvals match these filters.')).toBeVisible();
    serve(approvals.list, refused(500, 'Not now'));
    await press('Refresh');
    expect(await screen.findByText('Not now')).toBeVisible();
  });

  it('approves one, and says who the number is registered to', async () => {
    serve(approvals.approve, ok(anApproval({ state: 'approved', outcome: 'pending' })));
    await renderPage('/approvals');
    const [card] = await cards();
    const warning = 'This is the first payout of the company to this number.';
    expect(card).toHaveTextContent(warning);
    await press('Approve', card);
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve this payout?' });
    expect(dialog).toHaveTextContent(`UGX 450,000${first.sentence}`);
    expect(within(dialog).getByRole('group', { name: 'Warnings' })).toHaveTextContent(warning);
    await press('Approve', dialog);
    await expectToast('Payout approved');
    expect(calls(approvals.approve)[0]).toMatchObject({
      params: { id: first.id },
      body: { askedAt: first.askedAt },
    });
  });

  it('approves what loosens how people sign in with the own password', async () => {
    const loosens = anApproval({ kind: 'factor-reset', needsProof: true });
    serve(approvals.list, ok([loosens], meta(1)));
    await renderPage('/approvals');
    const [card] = await cards();
    await press('Approve', card);
    const dialog = await screen.findByRole('dialog', {
      name: 'Approve the removal of this second factor?',
    });
    await fill('Password', 'Demo-pass-1');
    serve(approvals.approve, ok(anApproval({ state: 'approved' })));
    await press('Approve', dialog);
    await waitFor(() =>
      expect(calls(approvals.approve)[0]?.body).toEqual({
        askedAt: loosens.askedAt,
        currentPassword: 'Demo-pass-1',
      }),
    );
  });

  it.each([
    ['staff-role', 'Approve this staff role?', /^This changes how somebody signs in/],
    ['bank-account', 'Approve this bank account?', /^This decides to which bank account/],
    ['settlement-batch', 'Approve this settlement batch?', /^This decides to which bank account/],
  ] as const)(
    'approves a %s with what was proved lately, and with the password if the server asks',
    async (kind, name, why) => {
      const role = anApproval({ kind, needsProof: true });
      serve(approvals.list, ok([role], meta(1)));
      await renderPage('/approvals');
      const [card] = await cards();
      await press('Approve', card);
      const dialog = await screen.findByRole('alertdialog', { name });
      const missing = 'Current password is required';
      serve(approvals.approve, refused(400, missing, { fields: { currentPassword: missing } }));
      await press('Approve', dialog);
      const question = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
      expect(within(question).getByText(why)).toBeVisible();
      await fill('Password', 'Demo-pass-1');
      serve(approvals.approve, ok(anApproval({ state: 'approved' })));
      await press('Confirm', question);
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      expect(calls(approvals.approve).map(({ body }) => body)).toEqual([
        { askedAt: role.askedAt },
        { askedAt: role.askedAt, currentPassword: 'Demo-pass-1' },
      ]);
    },
  );

  it('rejects with a reason only', async () => {
    serve(approvals.reject, ok(anApproval({ state: 'rejected' })));
    await renderPage('/approvals');
    const [card] = await cards();
    await press('Reject', card);
    const dialog = await screen.findByRole('alertdialog', { name: 'Reject this payout?' });
    await press('Reject', dialog);
    expect(within(dialog).getByLabelText('Reason')).toHaveAccessibleDescription(
      /Reason is required/,
    );
    expect(calls(approvals.reject)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong number');
    await press('Reject', dialog);
    await expectToast('Payout rejected');
    expect(calls(approvals.reject)[0]?.body).toEqual({
      askedAt: first.askedAt,
      reason: 'Wrong number',
    });
  });

  it('says why it cannot be approved', async () => {
    const whyNot = 'You set the password or a role of Sarah Nakato within the last seven days.';
    serve(approvals.list, ok([anApproval({ canApprove: false, whyNot })], meta(1)));
    await renderPage('/approvals');
    const [card] = await cards();
    const button = within(card!).getByRole('button', { name: 'Approve' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(whyNot);
  });

  it('decides several at once: the total first, and an outcome for each after', async () => {
    serve(
      approvals.decide,
      ok([
        { id: first.id, isDone: true, message: null },
        { id: second.id, isDone: false, message: 'This request was already decided' },
      ]),
    );
    await renderPage('/approvals');
    await cards();
    await press('Select all on this page');
    expect(screen.getByText('2 selected, UGX 2,450,000')).toBeVisible();
    await press('Approve selected');
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve 2 requests?' });
    expect(dialog).toHaveTextContent('UGX 2,450,000 in all');
    await press('Approve', dialog);
    const outcomes = await screen.findByRole('dialog', { name: '1 of 2 approved' });
    expect(outcomes).toHaveTextContent('This request was already decided');
    expect(calls(approvals.decide)[0]?.body).toEqual({
      decision: 'approve',
      items: [first, second].map(({ id, askedAt }) => ({ id, askedAt })),
    });
  });

  it('is worked through by keys', async () => {
    await renderPage('/approvals');
    const [one, two] = await cards();
    await user.keyboard('j');
    expect(one).toHaveFocus();
    await user.keyboard('j');
    expect(two).toHaveFocus();
    await user.keyboard('k');
    expect(one).toHaveFocus();
    await user.keyboard('r');
    const dialog = await screen.findByRole('alertdialog', { name: 'Reject this payout?' });
    await user.type(within(dialog).getByLabelText('Reason'), 'jar');
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('jar');
  });
});

describe('the page of one request', () => {
  it('shows what happens, warnings, details and history', async () => {
    serve(
      approvals.get,
      ok(anApproval({ warnings: ['This is the first payout of the company to this number.'] })),
    );
    await renderPage(`/approvals/${first.id}`);
    const name = 'UGX 450,000 to +256772123456 (MTN)';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByText('Payout of Gulu Builders')).toBeVisible();
    expect(screen.getByText('Waits for you')).toBeVisible();
    expect(screen.getByRole('link', { name: first.from! })).toHaveAttribute(
      'href',
      `/companies/${first.companyId}/accounts/${first.accountId}`,
    );
    expect(screen.getByText(/first payout of the company/)).toBeVisible();
    expect(screen.getByText('Asked for by Sarah Nakato')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the transaction' })).toBeVisible();
  });

  it('of platform settings is named so, without a company', async () => {
    const fields = { companyId: null, companyName: null, sentence: 'Change the settings.' };
    serve(
      approvals.get,
      ok(anApproval({ kind: 'limit', limitOf: 'platform-settings', ...fields })),
    );
    await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByRole('heading', { name: 'Platform settings' })).toBeVisible();
  });

  it('of a payment to decide shows what the network said, and whose payment it is', async () => {
    const facts = ['It had failed here, and later MTN reported that UGX 1,000 was paid.'];
    const note = 'Seen on the statement of MTN';
    serve(approvals.get, ok(anApproval({ id: aReview.id, kind: 'payment-decision', facts, note })));
    serve(paymentReviews.get, ok({ ...aReview, proposal: proposalOf(false) }));
    await renderPage(`/approvals/${aReview.id}`);
    expect(await screen.findByText(facts[0]!)).toBeVisible();
    expect(screen.getByText('What was checked').parentElement).toHaveTextContent(note);
    expect(screen.queryByText('What for')).not.toBeInTheDocument();
    const payment = await screen.findByRole('group', { name: 'The payment' });
    for (const text of ['INV-7', 'Rent of May', 'Main Account, 1000000001', /^January 04, 2026/]) {
      expect(within(payment).getByText(text)).toBeVisible();
    }
  });

  it('of a case says when what it posts cannot be loaded, and tries again', async () => {
    serve(approvals.get, ok(anApproval({ kind: 'case', caseId })));
    serve(reconciliation.case, refused(500, 'Something went wrong'));
    await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByText('Failed to load what it posts')).toBeVisible();
    const proposed = { approvalId: caseId, action: 'late-success', isOwn: false } as const;
    serve(reconciliation.case, ok({ ...theCase, proposed }));
    serve(reconciliation.preview, refused(500, 'Something went wrong'));
    await press('Try again');
    expect(await screen.findByText('This cannot be done now')).toBeVisible();
  });

  it('shows what a settled case posts before it is approved', async () => {
    const legs = [{ account: 'Suspense', amount: 7_700, balanceAfter: 7_700 }];
    const posting = { kind: 'suspense', description: 'Not ours', companyName: 'Head Office', legs };
    serve(approvals.get, ok(anApproval({ kind: 'case', caseId })));
    const proposed = { approvalId: first.id, action: 'suspense', isOwn: false } as const;
    serve(reconciliation.case, ok({ ...theCase, proposed }));
    serve(reconciliation.preview, ok({ postings: [posting] }));
    await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByRole('row', { name: /Suspense/ })).toHaveTextContent(
      '7,700 Cr7,700 Cr',
    );
    expect(calls(reconciliation.preview)[0]?.body).toEqual({ action: 'suspense' });
  });

  it('shows how a day stands before it is closed for ever', async () => {
    serve(approvals.get, ok(anApproval({ kind: 'day', day: '2026-11-16' })));
    const differs = { network: 'MTN', state: 'differs', openCases: 2, difference: -500 } as const;
    const days = [{ day: '2026-11-16', cells: [{ ...differs, unexplained: 0 }] }];
    serve(reconciliation.days, ok({ days, hasEarlier: false, reconciledThrough: [], now: [] }));
    await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByRole('link', { name: /-500 2 cases/ })).toBeVisible();
    expect(calls(reconciliation.days)[0]?.query).toEqual({ to: '2026-11-16' });
    const balance = screen.getByRole('link', { name: 'Trial balance of Nov 16, 2026' });
    expect(balance).toHaveAttribute('href', '/reports/accounting?day=2026-11-16');
  });

  it('shows who decided and why, without buttons', async () => {
    const by = { id: first.id, name: 'Grace Auma' };
    const at = '2026-01-05T11:00:00.000Z';
    const history = [...first.history, { at, what: 'rejected' as const, by, text: 'Wrong number' }];
    serve(approvals.get, ok(anApproval({ state: 'rejected', history, canReject: false })));
    await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByText('Rejected by Grace Auma')).toBeVisible();
    expect(screen.getByText('Wrong number')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('says that there is no such request, or that it could not be loaded', async () => {
    serve(approvals.get, refused(404, 'Approval not found'));
    const { unmount } = await renderPage(`/approvals/${first.id}`);
    expect(await screen.findByText('Approval not found')).toBeVisible();
    unmount();
    serve(approvals.get, refused(500, 'Not now'));
    await renderPage(`/approvals/${second.id}`);
    expect(await screen.findByText('Failed to load the request')).toBeVisible();
  });
});

function meta(count: number, more: object = {}) {
  return {
    totalCount: count,
    totalPages: 1,
    page: 1,
    pageSize: 20,
    totalAmount: 2_450_000,
    waitingCount: count,
    openCount: count,
    ownCount: 0,
    ...more,
  };
}
