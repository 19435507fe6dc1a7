import { approvals } from '@sente/contract/approvals';
import { readAttention } from '@sente/contract/attention';
import { payoutBrakes } from '@sente/contract/payout-brakes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { aBrake, aBrakedPayout as aPayout, aWholeBrake, brakeId } from '../../testing/brakes.ts';
import { aBrakeState as state } from '../../testing/brakes.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { noAttention } from '../../testing/staff-records.ts';
import { press, user } from '../../testing/user.ts';

const meta = (totalCount: number) => ({ totalCount, totalPages: 1, page: 1, pageSize: 20 });
const heldMeta = (totalCount: number) => ({
  ...meta(totalCount),
  heldCount: totalCount,
  heldAmount: totalCount * 5_000,
  askers: [],
  amounts: [],
});

beforeEach(() => {
  serve(readAttention, ok(noAttention));
  serve(payoutBrakes.state, ok(state()));
  serve(approvals.get, ok(anApproval({ kind: 'brake' })));
  serve(payoutBrakes.list, ok([], meta(0)));
  serve(payoutBrakes.get, ok(aWholeBrake()));
  serve(payoutBrakes.payouts, ok([aPayout()], heldMeta(1)));
});

describe('the payout brake', () => {
  it('is off: payouts go out and the watcher looks', async () => {
    await renderPage('/brake');
    expect(await screen.findByText('The brake is off: payouts go out')).toBeVisible();
    expect(
      screen.getByText(/The watcher, which stops unusual payouts, checked them/),
    ).toBeVisible();
    expect(screen.getByText('Payouts were never stopped.')).toBeVisible();
  });

  it('warns when nobody watches', async () => {
    const watcher = { lastLookedAt: '2026-01-05T10:00:00.000Z', isLate: true, canSeal: true };
    serve(payoutBrakes.state, ok(state({ watcher })));
    await renderPage('/brake');
    expect(
      await screen.findByText(/The watcher, the program that stops them, has not run since/),
    ).toBeVisible();
  });

  it('warns when nobody could end it', async () => {
    const watcher = { lastLookedAt: new Date().toISOString(), isLate: false, canSeal: false };
    serve(payoutBrakes.state, ok(state({ watcher })));
    await renderPage('/brake');
    expect(await screen.findByText('Nobody can end a payout brake')).toBeVisible();
  });

  it('says what it stops, and leads to what waits', async () => {
    serve(payoutBrakes.state, ok(state({ brakes: [aBrake()] })));
    await renderPage('/brake');
    expect(await screen.findByRole('heading', { name: 'All payouts' })).toBeVisible();
    expect(screen.getByText(/2 payouts, UGX 15,000 wait/)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Look and Decide' });
    expect(link).toHaveAttribute('href', `/brake/${brakeId}`);
    expect(screen.getByRole('button', { name: 'Stop All Payouts' })).toBeDisabled();
  });

  it('stops all payouts with a reason', async () => {
    serve(payoutBrakes.tripForAll, ok(aBrake()));
    await renderPage('/brake');
    await screen.findByText('The brake is off: payouts go out');
    await press('Stop All Payouts');
    const dialog = await screen.findByRole('alertdialog', { name: 'Stop all payouts?' });
    await press('Stop Payouts', dialog);
    expect(calls(payoutBrakes.tripForAll)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Reason'), 'Stolen keys');
    await press('Stop Payouts', dialog);
    await expectToast('Payouts are stopped');
    expect(calls(payoutBrakes.tripForAll)[0]?.body).toEqual({ reason: 'Stolen keys' });
  });

  it('tells what failed to load, and can try again', async () => {
    serve(payoutBrakes.state, refused(500, 'Not now'));
    serve(payoutBrakes.list, refused(500, 'Nor this'));
    await renderPage('/brake');
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(await screen.findByText('Nor this')).toBeVisible();
  });
});

describe('one brake', () => {
  it('shows why, with what was seen against what is usual, and the held payouts', async () => {
    await renderPage(`/brake/${brakeId}`);
    const figures = await screen.findByRole('table', { name: /seen, against what is usual/ });
    expect(within(figures).getByRole('row', { name: /First payments/ })).toHaveTextContent('749');
    expect(screen.getByText('2 payouts, UGX 15,000')).toBeVisible();
    const row = await screen.findByRole('row', { name: /256 772 123456/ });
    expect(row).toHaveTextContent('Held');
    expect(row).toHaveTextContent('Gulu Builders');
  });

  it('is decided by the second person where it is shown', async () => {
    const proposal = {
      approvalId: anApproval().id,
      decision: 'release' as const,
      cancelledCount: 0,
      by: 'Harriet Nakku',
      at: '2026-01-05T10:00:00.000Z',
    };
    serve(payoutBrakes.get, ok(aWholeBrake({ proposal })));
    serve(approvals.get, ok(anApproval({ kind: 'brake', canApprove: true, canReject: true })));
    serve(approvals.approve, ok(anApproval({ state: 'approved' })));
    await renderPage(`/brake/${brakeId}`);
    await press('Approve');
    await press('Approve', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(calls(approvals.approve)).toHaveLength(1));
  });

  it('says once that no payout waits, and proposes to cancel none', async () => {
    serve(payoutBrakes.get, ok(aWholeBrake({ heldCount: 0, heldAmount: 0 })));
    serve(payoutBrakes.payouts, ok([], heldMeta(0)));
    await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText(/^No payout waits/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Propose Release' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Propose to Cancel All' })).toBeNull();
  });

  it('names the settlements that wait, and that they go on', async () => {
    const heldSettlements = { count: 2, amount: 130_000 };
    const brake = { heldCount: 0, heldAmount: 0, heldSettlements };
    serve(payoutBrakes.state, ok(state({ brakes: [aBrake(brake)] })));
    serve(payoutBrakes.get, ok(aWholeBrake(brake)));
    const view = await renderPage('/brake');
    expect(await screen.findByText(/no payout, and 2 settlements, UGX 130,000 wait/)).toBeVisible();
    view.unmount();
    await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText(/^2 settlements, UGX 130,000: held up/)).toBeVisible();
    await press('Propose Release');
    const dialog = await screen.findByRole('alertdialog', { name: /release all held payouts/ });
    expect(dialog).toHaveTextContent(/holds no payouts.*goes on: 2 settlements, UGX 130,000/);
  });

  it('asks a second person to release', async () => {
    serve(payoutBrakes.propose, ok(aBrake(), { approvalId: brakeId }));
    await renderPage(`/brake/${brakeId}`);
    await screen.findByRole('row', { name: /256 772 123456/ });
    await press('Propose Release');
    const dialog = await screen.findByRole('alertdialog', { name: /release all held payouts/ });
    expect(dialog).toHaveTextContent('somebody else who may move money approves it');
    await user.type(within(dialog).getByLabelText('Reason'), 'Called the owner');
    await press('Ask for Approval', dialog);
    await expectToast('It waits for a second person');
    expect(calls(payoutBrakes.propose)[0]?.body).toEqual({
      decision: 'release',
      reason: 'Called the owner',
      cancelledIds: [],
    });
  });

  it('cancels selected ones and releases the others', async () => {
    serve(payoutBrakes.propose, ok(aBrake(), { approvalId: brakeId }));
    await renderPage(`/brake/${brakeId}`);
    await user.click(await screen.findByLabelText('Cancel the payout to +256 772 123456'));
    await press('Cancel 1 Selected, Release the Others');
    const dialog = await screen.findByRole('alertdialog', { name: /cancel 1 and release/ });
    await user.type(within(dialog).getByLabelText('Reason'), 'Unknown receiver');
    await press('Ask for Approval', dialog);
    await expectToast('It waits for a second person');
    expect(calls(payoutBrakes.propose)[0]?.body).toMatchObject({
      decision: 'release',
      cancelledIds: [aPayout().paymentId],
    });
  });

  it('offers no cancelling of what a network already has', async () => {
    serve(payoutBrakes.payouts, ok([aPayout({ status: 'PROCESSING' })], heldMeta(1)));
    await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText('Sent before the brake')).toBeVisible();
    expect(screen.queryByLabelText(/Cancel the payout/)).toBeNull();
  });

  it('cancels all that have something in common', async () => {
    const asker = { askedBy: 'api', companyId: aPayout().companyId, name: 'API of Gulu Builders' };
    serve(
      payoutBrakes.payouts,
      ok([aPayout()], {
        ...heldMeta(1412),
        heldAmount: 706_000_000,
        askers: [{ ...asker, count: 1412, total: 706_000_000 }],
      }),
    );
    serve(payoutBrakes.propose, ok(aBrake(), { approvalId: brakeId }));
    await renderPage(`/brake/${brakeId}`);
    await user.selectOptions(await screen.findByLabelText('Receivers'), 'Never paid before');
    await user.selectOptions(screen.getByLabelText('Asked by'), 'API of Gulu Builders (1,412)');
    expect(await screen.findByText('1,412 payouts, UGX 706,000,000 match')).toBeVisible();
    expect(calls(payoutBrakes.payouts).at(-1)?.query).toMatchObject({
      receivers: 'new',
      askedBy: 'api',
      companyId: asker.companyId,
    });
    expect(screen.queryByLabelText(/Cancel the payout/)).toBeNull();
    await press('Cancel All That Match, Release the Others');
    const dialog = await screen.findByRole('alertdialog', { name: /cancel 1,412 and release/ });
    await user.type(within(dialog).getByLabelText('Reason'), 'Stolen key');
    await press('Ask for Approval', dialog);
    await expectToast('It waits for a second person');
    expect(calls(payoutBrakes.propose)[0]?.body).toEqual({
      decision: 'release',
      reason: 'Stolen key',
      selection: { receivers: 'new', askedBy: 'api', companyId: asker.companyId },
    });
  });

  it('says that a decision waits, and offers no other one', async () => {
    const proposal = {
      approvalId: brakeId,
      decision: 'cancel' as const,
      cancelledCount: 0,
      by: 'Sarah Nakato',
      at: '2026-01-05T10:05:00.000Z',
    };
    serve(payoutBrakes.get, ok(aWholeBrake({ proposal })));
    await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText(/Sarah Nakato proposes to cancel all/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Propose Release' })).toBeNull();
    expect(screen.queryByLabelText(/Cancel the payout/)).toBeNull();
  });

  it('says how it ended, and what is not there', async () => {
    const end = {
      at: '2026-01-05T10:24:00.000Z',
      outcome: 'partly' as const,
      proposedBy: 'Sarah Nakato',
      approvedBy: 'Harriet Nakku',
      reason: 'Called the owner',
      approvalId: brakeId,
      releasedCount: 1,
      releasedAmount: 10_000,
      cancelledCount: 1,
      cancelledAmount: 5_000,
      heldSettlements: { count: 0, amount: 0 },
    };
    serve(payoutBrakes.get, ok(aWholeBrake({ end, heldCount: 0 })));
    serve(
      payoutBrakes.payouts,
      ok([aPayout({ outcome: 'cancelled', status: 'FAILED' })], heldMeta(1)),
    );
    const { unmount } = await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText(/Some held payouts were cancelled/)).toBeVisible();
    expect(screen.getByText('Harriet Nakku')).toBeVisible();
    unmount();
    serve(payoutBrakes.get, refused(404, 'Payout brake not found'));
    await renderPage(`/brake/${brakeId}`);
    expect(await screen.findByText('There is no brake with this ID.')).toBeVisible();
  });
});
