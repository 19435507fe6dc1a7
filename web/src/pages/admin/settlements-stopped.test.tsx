import { approvals } from '@sente/contract/approvals';
import { payoutBrakes } from '@sente/contract/payout-brakes';
import { settlementBatches } from '@sente/contract/settlement-batches';
import { settlements } from '@sente/contract/settlements';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { startLive } from '../../app/live.ts';
import { held, ok, refused } from '../../testing/answers.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { anApproval } from '../../testing/approvals.ts';
import { aWholeBrake, brakeId } from '../../testing/brakes.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { pageMeta } from '../../testing/records.ts';
import { calls, isHeard, serve, tellLive } from '../../testing/server.ts';
import { aBatch, aSettlement } from '../../testing/settlements.ts';
import { press, put, user } from '../../testing/user.ts';

const allStopped = 'all payouts are stopped';
const noFile = `The file cannot be fetched: ${allStopped}`;
const batchPage = `/settlements/batches/${aBatch().id}`;
const unfetched = { fetchedAt: null, fetchedBy: null };
const button = (name: string) => screen.findByRole('button', { name });

let stop = (): void => {};
afterEach(() => stop());

describe('an open page of a batch', () => {
  it('that waits follows the stop, and the end of it', async () => {
    const waits = { kind: 'settlement-batch', canReject: true } as const;
    const free = anApproval({ ...waits, canApprove: true });
    const whyNot = `ST-8K3M2Q9XWZ of Gulu Builders cannot be paid: ${allStopped}.`;
    const heldUp = anApproval({ ...waits, canApprove: false, isHeldUp: true, whyNot });
    const batch = aBatch({ state: 'waiting', approvedAt: null });
    serve(settlementBatches.get, ok(batch));
    serve(approvals.get, ok(free));
    await openListening(batchPage);
    expect(await button('Approve')).toBeEnabled();
    serve(settlementBatches.get, ok({ ...batch, heldUpBy: whyNot.slice(0, -1) }));
    serve(approvals.get, ok(heldUp));
    tellLive('brakes');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled());
    expect(await screen.findByText('Held up')).toBeVisible();
    serve(settlementBatches.get, ok(batch));
    serve(approvals.get, ok(free));
    tellLive('brakes');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled(), {
      timeout: 8_000,
    });
  }, 20_000);

  it('follows the approval that somebody gives elsewhere, in all of its parts', async () => {
    const waits = aBatch({ ...unfetched, state: 'waiting', approvedAt: null, approvedBy: null });
    serve(settlementBatches.get, ok(waits));
    serve(approvals.get, ok(anApproval({ kind: 'settlement-batch' })));
    await openListening(batchPage);
    expect(await screen.findByText('Waits for a second person')).toBeVisible();
    serve(settlementBatches.get, ok(aBatch(unfetched)));
    serve(approvals.get, ok(anApproval({ kind: 'settlement-batch', state: 'approved' })));
    tellLive('approvals');
    expect(await button('File for the Bank')).toBeEnabled();
    expect(screen.queryByText('Waits for a second person')).toBeNull();
    expect(screen.getByRole('button', { name: 'All Paid' })).toBeVisible();
  });

  it('that is approved keeps its file, and says why before anybody presses', async () => {
    serve(settlementBatches.get, ok(aBatch(unfetched)));
    await openListening(batchPage);
    expect(await button('File for the Bank')).toBeEnabled();
    const rows = [aSettlement({ state: 'batched', heldUpBy: allStopped })];
    serve(settlementBatches.get, ok(aBatch({ ...unfetched, settlements: rows, heldUpBy: noFile })));
    tellLive('brakes');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'File for the Bank' })).toBeDisabled(),
    );
    expect(await button('File for the Bank')).toHaveAccessibleDescription(`${noFile}.`);
    expect(screen.getByText('Held up')).toBeVisible();
    expect(screen.getByRole('row', { name: /ST-8K3M2Q9XWZ/ })).toHaveTextContent(
      `Held up: ${allStopped}`,
    );
  });
});

it('what the bank has paid is booked while all payouts are stopped, and the question says both', async () => {
  serve(settlementBatches.get, ok(aBatch({ ...unfetched, heldUpBy: noFile })));
  await renderPage(batchPage);
  await press('All Paid');
  const dialog = await screen.findByRole('alertdialog', { name: 'Book 1 settlement as paid?' });
  expect(dialog).toHaveTextContent('Nobody fetched the file for the bank here');
  expect(dialog).toHaveTextContent('All payouts are stopped: book only what the bank has paid.');
});

it('Enter in the reference of the bank books what was paid', async () => {
  serve(settlementBatches.get, ok(aBatch()));
  serve(settlementBatches.pay, ok(aBatch()));
  await renderPage(batchPage);
  await press('All Paid');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.type(dialog.getByLabelText(/^Bank's Reference/), '{Enter}');
  expect(await dialog.findByText("The bank's reference is required")).toBeVisible();
  await put(dialog.getByLabelText(/^Bank's Reference/), 'FT1');
  await user.keyboard('{Enter}');
  await expectToasts('1 settlement booked as paid');
  expect(calls(settlementBatches.pay)).toHaveLength(1);
});

it('a file that cannot be fetched again says why in the question, and nothing is downloaded', async () => {
  serve(settlementBatches.get, ok(aBatch()));
  const files = catchDownloads();
  const answer = held();
  serve(settlementBatches.file, answer.answer);
  await renderPage(batchPage);
  await press('File for the Bank');
  // Somebody stops all payouts while the question is open.
  const question = await screen.findByRole('alertdialog', { name: 'Fetch the file again?' });
  await press('Fetch Again', question);
  const text = 'All payouts are stopped: the file can be fetched once they go on';
  answer.release(refused(409, text));
  expect(await within(question).findByText(text)).toBeVisible();
  expect(files).toEqual([]);
});

it('the list of batches shows the same state as their pages', async () => {
  const { settlements: _lines, ...batch } = aBatch({ ...unfetched, heldUpBy: noFile });
  serve(settlementBatches.list, ok([batch], pageMeta(1)));
  serve(settlements.list, ok([], { ...pageMeta(0), totalAmount: 0 }));
  await renderPage('/settlements?tab=batches');
  const row = await screen.findByRole('row', { name: /Finance Person/ });
  expect(row).toHaveTextContent(/Held up.*The file cannot be fetched: all payouts are stopped/);
});

it('requested settlements that are held up go into no batch', async () => {
  const free = aSettlement({ id: '01900014-0000-7000-8000-000000000000', reference: 'ST-FREE' });
  const frozen = aSettlement({ heldUpBy: 'the account is frozen' });
  serve(settlements.list, ok([frozen, free], { ...pageMeta(2), totalAmount: 0 }));
  await renderPage('/settlements');
  const row = await screen.findByRole('row', { name: /ST-8K3M2Q9XWZ/ });
  expect(row).toHaveTextContent('Held up: the account is frozen');
  expect(screen.getByLabelText('Select ST-8K3M2Q9XWZ')).toBeDisabled();
  await user.click(screen.getByLabelText('Select all'));
  expect(screen.getByText(/^Selected: 1 settlement,/)).toBeVisible();
});

it('the page of the brake names the settlements and batches that it holds', async () => {
  const { id, createdAt } = aBatch();
  const batch = { id, createdAt, state: 'approved', count: 3, amount: 90_000 } as const;
  const held = { requestedCount: 2, requestedAmount: 15_000, batches: [batch] };
  const none = { ...pageMeta(0), heldCount: 0, heldAmount: 0, askers: [], amounts: [] };
  serve(payoutBrakes.payouts, ok([], none));
  serve(payoutBrakes.get, ok(aWholeBrake({ settlements: held })));
  await renderPage(`/brake/${brakeId}`);
  const requested = await screen.findByRole('link', { name: '2 requested settlements' });
  expect(requested).toHaveAttribute('href', '/settlements');
  expect(requested.closest('li')).toHaveTextContent('UGX 15,000');
  const link = screen.getByRole('link', { name: /^Batch of Jan 31/ });
  expect(link).toHaveAttribute('href', batchPage);
  expect(link.closest('li')).toHaveTextContent('3 settlements, UGX 90,000, file not fetched');
});

/** A page that hears of changes. */
async function openListening(at: string): Promise<void> {
  const client = createQueryClient();
  await renderPage(at, { client });
  stop = startLive(client);
  await waitFor(() => expect(isHeard()).toBe(true));
}
