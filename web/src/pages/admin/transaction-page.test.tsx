import { approvals } from '@sente/contract/approvals';
import { transactions } from '@sente/contract/transactions';
import { webhooks } from '@sente/contract/webhooks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { held, malformed, ok, refused, silent, type Answer } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { alertOf, expectToast } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { administrator, support, type Person } from '../../testing/people.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { aSettlement } from '../../testing/settlements.ts';
import { aDelivery as aSentDelivery } from '../../testing/staff-records.ts';
import { aTransactionDetails } from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const paid = aTransactionDetails();
const { id, companyId } = paid;
const otherId = '01900000-0000-7000-8000-000000000002';
const page = `/transactions/${id}`;

const serveDetails = (answer: Answer) => serve(transactions.get, answer);
beforeEach(() => serveDetails(ok(paid)));

const card = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') as HTMLElement;

describe('the page of a transaction', () => {
  it('leads to the product that was sold, unless it was deleted', async () => {
    const productId = '01900000-0000-7000-8000-0000000000d1';
    const sold = { ...paid.payment!, productId, productCode: 'DAY-1' };
    serveDetails(ok({ ...paid, payment: sold }));
    const { unmount } = await renderPage(page);
    expect(await screen.findByRole('link', { name: 'DAY-1' })).toHaveAttribute(
      'href',
      `/companies/${companyId}/products/${productId}`,
    );
    unmount();
    serveDetails(ok({ ...paid, payment: { ...sold, productId: null } }));
    await renderPage(page);
    expect(await screen.findByText('DAY-1')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'DAY-1' })).not.toBeInTheDocument();
  });

  it('tells of a settlement which bank it goes to, who asked, and where it goes on', async () => {
    const settlement = aSettlement();
    const asked = { ...paid, kind: 'settlement', payment: null, status: 'pending', net: null };
    serveDetails(ok({ ...asked, settlement }));
    const { unmount } = await renderPage(page);
    const found = await card('Settlement');
    expect(found).toHaveTextContent(/Bank ReceivesUGX 300,000StateRequested/);
    expect(found).toHaveTextContent(/Stanbic Bank •••• 2873Gulu Builders Ltd.*Grace Nakato/);
    expect(screen.getByText(/^Settlement to Stanbic Bank •••• 2873/)).toBeVisible();
    const onward = () => within(found).getByRole('link', { name: 'Put it into a batch' });
    expect(onward()).toHaveAttribute('href', '/settlements');
    unmount();
    const batched = { state: 'paid', batchId: 'b1', bankReference: 'FT26321' } as const;
    serveDetails(ok({ ...asked, settlement: aSettlement(batched) }));
    await renderPage(page);
    const ended = await card('Settlement');
    expect(ended).toHaveTextContent('Bank ReferenceFT26321');
    expect(within(ended).getByRole('link', { name: 'Open the batch' })).toHaveAttribute(
      'href',
      '/settlements/batches/b1',
    );
  });

  it('shows amount, state, sentence and summary, with links', async () => {
    await renderPage(page);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('UGX -1,500');
    expect(
      screen.getByText('Payout to +256 772 000001 on MTN · UGX 1,525 with the fee · Gulu Builders'),
    ).toBeVisible();
    expect(screen.getByRole('region', { name: 'State' })).toHaveTextContent(
      'Paid out: MTN MoMo has confirmed it.',
    );
    const summary = await card('Summary');
    expect(summary).toHaveTextContent(/AmountUGX 1,500FeeUGX 25Taken from the AccountUGX 1,525/);
    expect(summary).toHaveTextContent('January 05, 2026 at 1:01:00 PM');
    expect(within(summary).getByRole('link', { name: 'Gulu Builders' })).toHaveAttribute(
      'href',
      `/companies/${companyId}`,
    );
    expect(within(summary).getByRole('link', { name: 'Gulu till' })).toHaveAttribute(
      'href',
      `/companies/${companyId}/accounts/a1`,
    );
    for (const label of ['phone Number', 'reference', 'network Reference', 'transaction ID']) {
      expect(within(summary).getByRole('button', { name: `Copy ${label}` })).toBeVisible();
    }
  });

  it('shows every step with its second, the gap and the lane, and what was exchanged', async () => {
    await renderPage(page);
    const steps = within(await card('What happened')).getAllByRole('listitem');
    expect(steps[0]).toHaveTextContent(
      /1:00:00 PM.*Asked for in the portal by Sarah Nakato.*People/,
    );
    expect(steps[1]).toHaveTextContent(/1:00:03 PM.*\+3 s.*Sent to MTN.*Network/);
    await user.click(within(steps[1]!).getByText(/Request and answer/));
    expect(within(steps[1]!).getByText('POST /transfer')).toBeVisible();
    expect(within(steps[1]!).getByText('There was no answer.')).toBeVisible();
  });

  it('has the date wherever the day changes, and folds a step that repeats itself', async () => {
    const [first, second] = paid.steps;
    const asked = (at: string) => ({ ...second!, at, kind: 'asked' as const, title: 'Asked MTN' });
    const times = ['2026-01-05T10:01:00Z', '2026-01-05T10:02:00Z', '2026-01-05T22:00:00Z'];
    const end = { ...first!, at: '2026-01-06T10:00:00Z', title: 'Two people decide' };
    serveDetails(ok({ ...paid, steps: [first!, ...times.map(asked), end] }));
    await renderPage(page);
    const list = within(await card('What happened')).getAllByRole('list')[0]!;
    const steps = [...list.children] as HTMLElement[];
    expect(steps).toHaveLength(3);
    expect(steps[1]).toHaveTextContent(/1:01:00 PMafter \+1 min.*Asked MTN \(3 times\)Network/);
    expect(steps[1]).not.toHaveTextContent(/1:01:00 PMJan/);
    expect(steps[1]).toHaveTextContent('2 more, the last at 1:00:00 AM on Jan 06, 2026');
    await user.click(within(steps[1]!).getByText(/2 more/));
    expect(within(steps[1]!).getByText('1:02:00 PM')).toBeVisible();
    expect(steps[2]).toHaveTextContent(/1:00:00 PMafter \+12 h/);
  });

  it('tells the story before the summary, and which identifier to quote', async () => {
    await renderPage(page);
    const summary = await card('Summary');
    const story = await card('What happened');
    expect(story.compareDocumentPosition(summary)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(summary).toHaveTextContent(/MP260105\.1.*Quote this one to MTN/);
    expect(summary).toHaveTextContent(/API Transaction ID.*Quote this one in messages/);
  });

  it('says "at once" of a step without a gap', async () => {
    const [first, second] = paid.steps;
    serveDetails(ok({ ...paid, steps: [first!, { ...second!, at: first!.at }] }));
    await renderPage(page);
    const steps = within(await card('What happened')).getAllByRole('listitem');
    expect(steps[1]).toHaveTextContent(/1:00:00 PM.*at once.*Sent to MTN/);
    expect(steps[1]).not.toHaveTextContent('+0.0 s');
  });

  it('shows what each account of the company was debited or credited, as accounting does', async () => {
    await renderPage(page);
    const ledger = await card('Ledger');
    const legs = within(ledger).getAllByRole('row').slice(1);
    expect(legs.map((leg) => leg.textContent)).toEqual([
      'Gulu tillGulu Builders1,525 Dr475 Cr',
      'Clearing MTNGulu Builders1,500 Cr1,500 Cr',
      'FeesGulu Builders25 Cr25 Cr',
    ]);
    expect(ledger).toHaveTextContent('Sum of the entries: UGX 0');
  });

  it('shows an event that is kept while the webhook is switched off, with the way there', async () => {
    const kept = { ...aDelivery, type: 'payment.failed', state: 'delivered' } as const;
    const event = { id: otherId, type: 'payment.succeeded', createdAt: paid.date };
    serveDetails(ok({ ...paid, deliveries: [kept], keptEvents: [{ ...event, isOff: true }] }));
    await renderPage(page);
    const webhook = await card('Webhook');
    expect(webhook).toHaveTextContent(/Payment failed.*Delivered.*Payment succeeded: kept, the/);
    expect(
      within(webhook).getByRole('link', { name: 'the webhook is switched off' }),
    ).toHaveAttribute('href', `/companies/${companyId}/api-credentials`);
  });

  it('shows who asked, how the network was heard, the webhook and other payments of the number', async () => {
    serveDetails(
      ok({
        ...paid,
        deliveries: [aDelivery],
        samePhone: [
          {
            id: otherId,
            date: '2026-01-04T10:00:00.000Z',
            direction: 'collection',
            amount: 700,
            network: 'MTN',
            status: 'FAILED',
            check: null,
          },
        ],
      }),
    );
    await renderPage(page);
    expect(await card('People')).toHaveTextContent('by Sarah Nakato in the portal');
    expect(await card('Network')).toHaveTextContent(/1 to send, 2 to ask.*The network called back/);
    expect(await card('Webhook')).toHaveTextContent(/Payment succeeded 2 attempts.*Gave up/);
    const others = screen.getByRole('list', { name: 'Other payments of this number' });
    expect(others).toHaveTextContent(/Collection.*700.*Failed/);
    expect(within(others).getByRole('link')).toHaveAttribute('href', `/transactions/${otherId}`);
  });

  it('a transaction without a payment shows the ledger alone', async () => {
    serveDetails(
      ok({
        ...paid,
        kind: 'deposit',
        type: 'credit',
        payment: null,
        askedBy: null,
        askedById: null,
      }),
    );
    await renderPage(page);
    expect(
      await screen.findByText('Deposit to Gulu till · UGX 1,525 after the fee · Gulu Builders'),
    ).toBeVisible();
    for (const name of ['People', 'Network', 'Webhook']) {
      expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
    }
  });

  it('a transfer says from where it went to where, and who made it', async () => {
    const legs = [
      { account: 'Gulu till', amount: -1_500, balanceAfter: null },
      { account: 'Gulu savings', amount: 1_500, balanceAfter: null },
    ];
    serveDetails(ok({ ...paid, kind: 'transfer', payment: null, legs }));
    await renderPage(page);
    expect(await card('Summary')).toHaveTextContent(/AccountGulu till.*To AccountGulu savings/);
    expect(screen.getByText(/^Transfer from Gulu till to Gulu savings/)).toBeVisible();
    const person = within(await card('People')).getByRole('link', { name: 'Sarah Nakato' });
    expect(person).toHaveAttribute('href', `/users/${paid.askedById}`);
  });

  it('a payment of an earlier system says that nothing was booked here', async () => {
    serveDetails(
      ok({ ...paid, transactionId: null, legs: [], reversal: null, status: 'completed' }),
    );
    await renderPage(page);
    expect(await card('Ledger')).toHaveTextContent('Booked in the earlier system, not here.');
  });

  it('an archived company has no link', async () => {
    serveDetails(ok({ ...paid, isCompanyArchived: true, reversal: null }));
    await renderPage(page);
    const summary = await card('Summary');
    expect(summary).toHaveTextContent('Archived');
    expect(within(summary).queryByRole('link')).not.toBeInTheDocument();
  });

  it('a reversed one leads to its reversal', async () => {
    serveDetails(ok({ ...paid, reversedBy: otherId, reversal: null }));
    await renderPage(page);
    const state = await screen.findByRole('region', { name: 'State' });
    expect(state).toHaveTextContent(/Reversed by.*Neither counts in the figures/);
    await user.click(within(state).getByRole('link', { name: `transaction ${otherId}` }));
    expect(address()).toBe(`/transactions/${otherId}`);
  });

  it('refreshes while it is open, and not afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveDetails(
      ok({ ...paid, status: 'processing', net: null, held: 1_525, legs: [], finishedAt: null }),
    );
    await renderPage(page);
    expect(await screen.findByText(/This page refreshes itself/)).toBeVisible();
    expect(await card('Ledger')).toHaveTextContent('UGX 1,525 is held on the account');
    serveDetails(ok(paid));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(screen.queryByText(/refreshes itself/)).not.toBeInTheDocument());
    const before = calls(transactions.get).length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(calls(transactions.get)).toHaveLength(before);
  });

  it('an unknown id says so', async () => {
    serveDetails(refused(404, 'Transaction not found'));
    await renderPage(page);
    expect(await screen.findByText('Transaction not found')).toBeVisible();
    expect(screen.getByText(/no transaction and no payment with this ID/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    for (const name of ['Transactions', 'Back to Transactions']) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/transactions');
    }
  });

  it.each([
    [refused(500, 'Ledger is away'), 'Ledger is away'],
    [malformed(null), 'Invalid response format'],
  ])('says why it cannot be loaded, and retries: %j', async (answer, text) => {
    serveDetails(answer);
    await renderPage(page);
    const panel = await alertOf('Failed to load transaction');
    expect(panel).toHaveTextContent(text);
    serveDetails(ok(paid));
    await press('Try Again', panel);
    expect(await screen.findByText('Rent of May')).toBeVisible();
  });
});

const aDelivery = {
  id: '01900000-0000-7000-8000-0000000000d1',
  type: 'payment.succeeded',
  state: 'gave_up' as const,
  createdAt: '2026-01-05T10:01:00.000Z',
  deliveredAt: null,
  nextAttemptAt: null,
  attemptCount: 2,
};

async function openMenu(as: Person = administrator): Promise<HTMLElement> {
  await renderPage(page, { as });
  await press('More');
  return screen.findByRole('menu');
}

describe('what can be done', () => {
  it('a request that waits is decided on the transaction itself', async () => {
    const request = anApproval({ kind: 'reversal', note: 'Paid twice', history: [] });
    serveDetails(ok({ ...paid, approvals: [request] }));
    serve(approvals.approve, ok({ ...request, state: 'approved' as const }));
    await renderPage(page);
    expect(await card('People')).toHaveTextContent(/Reversal.*Asked by Sarah Nakato.*Paid twice/);
    await press('Approve the reversal');
    await press('Approve', await screen.findByRole('alertdialog'));
    await expectToast('Reversal approved');
    expect(calls(approvals.approve)[0]?.params).toEqual({ id: request.id });
  });

  it.each([
    ['payout', 'Approve'],
    ['bulk-payout', 'Approve the bulk payout'],
    ['settlement-return', 'Approve the return'],
  ] as const)('the button says what is decided: %s', async (kind, name) => {
    serveDetails(ok({ ...paid, approvals: [anApproval({ kind, history: [] })] }));
    await renderPage(page);
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(screen.queryByRole('button', { name: /reversal/ })).not.toBeInTheDocument();
  });

  it('how a payment ended is decided where the evidence is', async () => {
    const payment = { ...paid.payment!, isInReview: true };
    const decision = anApproval({ kind: 'payment-decision', history: [] });
    serveDetails(ok({ ...paid, payment, approvals: [decision] }));
    await renderPage(page);
    expect(await screen.findByRole('link', { name: 'Decide how it ended' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).not.toBeInTheDocument();
  });

  it('a disabled action says why', async () => {
    const request = anApproval({ kind: 'reversal', canReject: false, canApprove: false });
    serveDetails(ok({ ...paid, approvals: [request] }));
    const menu = await openMenu();
    const reverse = within(menu).getByRole('menuitem', { name: /^Reverse/ });
    expect(reverse).toHaveAttribute('aria-disabled', 'true');
    expect(reverse).toHaveTextContent('A reversal waits for a second person already.');
  });

  it('whoever may not move money reads so', async () => {
    const menu = await openMenu(support);
    expect(within(menu).getByRole('menuitem', { name: /^Reverse/ })).toHaveTextContent(
      'Your role does not have the permission.',
    );
  });

  it('the server says why it cannot be reversed', async () => {
    const whyNotReversible = 'A reversal cannot be reversed';
    serveDetails(ok({ ...paid, reversal: null, whyNotReversible }));
    expect(await openMenu()).toHaveTextContent(whyNotReversible);
  });

  it('a webhook that was given up is sent again', async () => {
    serveDetails(ok({ ...paid, deliveries: [aDelivery] }));
    serve(webhooks.sendAgain, refused(409, 'The webhook is switched off. Switch it on first.'));
    await renderPage(page);
    await press('Send webhook again');
    await expectToast('The webhook is switched off. Switch it on first.');
    serve(webhooks.sendAgain, ok({ ...aSentDelivery, state: 'waiting' }));
    await press('Send webhook again');
    await expectToast('The webhook is sent again');
    expect(calls(webhooks.sendAgain).at(-1)?.params).toEqual({
      id: companyId,
      deliveryId: aDelivery.id,
    });
  });

  it('a payment in review leads to where it is decided', async () => {
    serveDetails(ok({ ...paid, payment: { ...paid.payment!, isInReview: true } }));
    await renderPage(page);
    expect(await screen.findByRole('link', { name: 'Decide how it ended' })).toHaveAttribute(
      'href',
      `/approvals?tab=payments&payment=${paid.payment!.id}`,
    );
  });

  it('copies everything for support as plain text', async () => {
    const menu = await openMenu();
    await user.click(within(menu).getByRole('menuitem', { name: 'Copy for support' }));
    await expectToast('Details copied to clipboard');
    const text = await navigator.clipboard.readText();
    expect(text).toContain('Payout to +256 772 000001 on MTN');
    expect(text).toContain('Network reference: MP260105.1');
    expect(text).toContain('2026-01-05 13:00:03  Sent to MTN');
  });
});

describe('a reversal', () => {
  async function openDialog(): Promise<HTMLElement> {
    const menu = await openMenu();
    await user.click(within(menu).getByRole('menuitem', { name: 'Reverse' }));
    return screen.findByRole('alertdialog', { name: 'Ask to reverse this transaction?' });
  }
  const reverse = (dialog: HTMLElement) => press('Ask for Approval', dialog);

  it('describes the effect and requires a reason first', async () => {
    const dialog = await openDialog();
    expect(dialog).toHaveAccessibleDescription(
      /^UGX 1,525 will be given back to Gulu till of Gulu Builders when a second person approves it, .*The phone that was paid keeps the money/,
    );
    const field = within(dialog).getByLabelText('Reason');
    expect(field).toHaveAttribute('maxlength', '200');
    await user.type(field, '   ');
    await reverse(dialog);
    expect(field).toHaveAccessibleDescription(/reason is required/);
    expect(calls(transactions.reverse)).toEqual([]);
  });

  it.each([
    [
      { advanced: 400, repaid: 0, owed: 400 },
      'The account lacks UGX 400: Gulu Builders will owe it to the provider, and later credits repay it.',
    ],
    [
      { advanced: 0, repaid: 300, owed: 0 },
      'UGX 300 of it repays what Gulu Builders owes the provider.',
    ],
  ])('says beforehand what the company will owe', async (reversal, text) => {
    serveDetails(ok({ ...paid, reversal }));
    expect(await openDialog()).toHaveTextContent(text);
  });

  it('says beforehand what of it was refunded', async () => {
    const refunds = { refunded: 2_000, left: 0, whyNot: null, list: [] };
    serveDetails(ok({ ...paid, refunds }));
    expect(await openDialog()).toHaveTextContent(
      'UGX 2,000 of it was refunded to the payer, or is about to be: what went out is given twice',
    );
  });

  it('says beforehand that the fee of its case is reversed with it', async () => {
    serveDetails(ok({ ...paid, reversedWith: { id: paid.id, amount: 300, caseNumber: 12 } }));
    expect(await openDialog()).toHaveTextContent(
      "The network's fee of UGX 300, which case 12 booked with it, is reversed as well, and the case is open again.",
    );
  });

  it('is asked for once, says that it waits, and reloads the details', async () => {
    const { answer, release } = held();
    serve(transactions.reverse, answer);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), ' Paid twice ');
    await reverse(dialog);
    await press('Asking...', dialog);
    expect(calls(transactions.reverse).map(({ params, body }) => ({ ...params, ...body }))).toEqual(
      [{ id, reason: 'Paid twice' }],
    );
    forgetCalls();
    act(() => release(ok(anApproval({ kind: 'reversal' }))));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await expectToast('The reversal waits for a second person');
    await waitFor(() => expect(calls(transactions.get)).not.toEqual([]));
  });

  it.each([
    [refused(409, 'The account does not hold enough'), 'The account does not hold enough'],
    [silent, 'Failed to ask for the reversal'],
  ])('a refused reversal stays open with the reason: %j', async (answer, text) => {
    serve(transactions.reverse, answer);
    const dialog = await openDialog();
    await user.type(within(dialog).getByLabelText('Reason'), 'Paid twice');
    await reverse(dialog);
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Paid twice');
  });
});
