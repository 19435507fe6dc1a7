import type { Approval } from '@sente/contract/approval';
import { approvals } from '@sente/contract/approvals';
import { readAttention } from '@sente/contract/attention';
import { networks } from '@sente/contract/networks';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { startLive } from '../../app/live.ts';
import { ok } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { isHeard, serve, tellLive } from '../../testing/server.ts';
import { noAttention } from '../../testing/staff-records.ts';
import { press } from '../../testing/user.ts';

/* Approving a payout sends nothing while payouts are stopped, and the question says so. */

const allStopped = 'all payouts are stopped';
const atOnce = 'It is sent at once, and a payout that has arrived cannot be taken back.';
const waits = 'It is not sent while payouts are stopped: it waits, with its money held.';
const payout = anApproval();
const deposit = anApproval({
  id: '77777777-7777-7777-8777-777777777778',
  kind: 'deposit',
  sentence: 'Deposit UGX 2,000,000 to Till 100.',
});
const patience = { timeout: 8_000 };

let stop = (): void => {};
beforeEach(() => {
  serve(readAttention, ok(noAttention));
  serve(networks.holder, ok({ name: 'Nakato Sarah', status: 'registered' }));
});
afterEach(() => stop());

it.each(['payout', 'bulk-payout'] as const)(
  'the open question follows the stop, and the end of it: %s',
  async (kind) => {
    const asked = { ...payout, kind };
    serveRows(asked);
    await openListening('/approvals');
    await press('Approve');
    await says(atOnce);
    serveRows(heldUp(asked));
    tellLive('brakes');
    await says(waits);
    expect(await question()).not.toHaveTextContent(atOnce);
    expect(screen.getByText(`Held up: ${allStopped}`)).toBeInTheDocument();
    serveRows(asked);
    tellLive('brakes');
    await says(atOnce);
    expect(screen.queryByText(/^Held up/)).toBeNull();
  },
  20_000,
);

it('so does the question on the page of the request, and the message after it says that it waits', async () => {
  serve(approvals.get, ok(payout));
  await openListening(`/approvals/${payout.id}`);
  await press('Approve');
  await says(atOnce);
  serve(approvals.get, ok(heldUp(payout)));
  tellLive('brakes');
  await says(waits);
  serve(approvals.approve, ok({ ...payout, state: 'approved' }));
  screen.getAllByRole('button', { name: 'Approve' }).at(-1)?.click();
  await expectToast('Payout approved. It waits while payouts are stopped.');
}, 20_000);

it('several at once: those that are not sent are told apart', async () => {
  serveRows(payout, deposit);
  await openListening('/approvals');
  await press('Select all on this page');
  await press('Approve selected');
  await says('What is approved is done at once.');
  serveRows(heldUp(payout), deposit);
  tellLive('brakes');
  await says(
    'Payouts are not sent while payouts are stopped: they wait, with their money held. Everything else that is approved is done at once.',
  );
  serveRows(heldUp(payout), heldUp({ ...deposit, kind: 'payout' }));
  tellLive('brakes');
  await says('They are not sent while payouts are stopped: they wait, with their money held.');
}, 20_000);

function serveRows(...rows: Approval[]): void {
  const totals = { totalAmount: 0, waitingCount: 0, openCount: 0, ownCount: 0 };
  const page = { page: 1, pageSize: 20, totalCount: rows.length, totalPages: 1 };
  serve(approvals.list, ok(rows, { ...page, ...totals }));
}

async function openListening(at: string): Promise<void> {
  const client = createQueryClient();
  await renderPage(at, { client });
  stop = startLive(client);
  await waitFor(() => expect(isHeard()).toBe(true));
}

function heldUp(approval: Approval): Approval {
  return { ...approval, heldUpBy: allStopped };
}

function question() {
  return screen.findByRole('alertdialog');
}

async function says(text: string): Promise<void> {
  const dialog = await question();
  await waitFor(() => expect(dialog).toHaveTextContent(text), patience);
}
