import { accounts } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { bulkPayouts } from '@sente/contract/bulk-payouts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { aBulkLine, aBulkPayout } from '../../testing/bulk-payouts.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const meta = { totalCount: 1, totalPages: 1, page: 1, pageSize: 25 };
const list = '/client/bulk-payouts';
const draft = aBulkPayout();
const page = `${list}/${draft.id}`;
const account = anAccount({ accountName: 'Main till' });

beforeEach(() => {
  serve(bulkPayouts.list, ok([draft], meta));
  serve(bulkPayouts.get, ok(draft));
  serve(bulkPayouts.lines, ok([aBulkLine()], meta));
  serve(accounts.ofCompany, ok([account]));
  serve(approvals.get, ok(anApproval()));
});

describe('the list of bulk payouts', () => {
  it('shows amount and state, and asks for what is filtered', async () => {
    await renderPage(list);
    const row = await screen.findByRole('row', { name: /Salaries November/ });
    expect(row).toHaveTextContent(/3 lines · from Operations.*830,000.*Draft.*Nothing yet/);
    await user.selectOptions(screen.getByLabelText('State'), 'Finished');
    await waitFor(() =>
      expect(calls(bulkPayouts.list).at(-1)?.query).toMatchObject({ state: 'finished', page: '1' }),
    );
  });

  it('is empty at first', async () => {
    serve(bulkPayouts.list, ok([], { ...meta, totalCount: 0 }));
    await renderPage(list);
    expect(await screen.findByText('No bulk payouts yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to load bulk payouts'))('fails with %s', async (_, answer, text) => {
    serve(bulkPayouts.list, answer);
    await renderPage(list);
    expect(await screen.findByText('Error Loading Bulk Payouts')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('a new bulk payout', () => {
  it('takes its name from the file, and shows what is wrong with it', async () => {
    await renderPage(`${list}/new`);
    const text = 'phone,amount\n0772123456,1000\n';
    await user.upload(await screen.findByLabelText(/CSV file/), new File([text], 'Wages.csv'));
    await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveValue('Wages'));
    expect(screen.getByText('1 line')).toBeVisible();
    const message = 'The file has a header, but no lines';
    serve(bulkPayouts.create, refused(400, message, { fields: { file: message } }));
    await press('Check Lines');
    expect(await screen.findByText(message)).toBeVisible();
    serve(bulkPayouts.create, ok(draft));
    await press('Check Lines');
    expect(await screen.findByRole('heading', { name: 'Salaries November' })).toBeVisible();
    expect(calls(bulkPayouts.create).at(-1)?.body).toEqual({
      accountId: account.id,
      name: 'Wages',
      file: text,
      idempotencyKey: expect.any(String),
    });
    const keys = calls(bulkPayouts.create).map(({ body }) => body?.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  });

  it('takes the name of the file that replaces a wrong one, unless a name was typed', async () => {
    await renderPage(`${list}/new`);
    const picker = await screen.findByLabelText(/CSV file/);
    const name = screen.getByLabelText(/^Name/);
    const text = 'phone,amount\n0772123456,1000\n';
    await user.upload(picker, new File([text], 'Wrong list.csv'));
    await waitFor(() => expect(name).toHaveValue('Wrong list'));
    await user.upload(picker, new File([text], 'Wages.csv'));
    await waitFor(() => expect(name).toHaveValue('Wages'));
    await user.clear(name);
    await user.type(name, 'Salaries');
    await user.upload(picker, new File([text], 'Bonus.csv'));
    expect(await screen.findByText('Bonus.csv')).toBeVisible();
    expect(name).toHaveValue('Salaries');
  });

  it.each([
    ['notes.pdf', '%PDF-1.7\n1 0 obj'],
    ['Wages.csv', '%PDF-1.7\n1 0 obj'],
    ['photo.jpg', '\u00ff\u00d8'],
    ['Wages.numbers', 'PK'],
  ])('refuses at once what is no CSV file: %s', async (fileName, content) => {
    await renderPage(`${list}/new`);
    const picker = await screen.findByLabelText(/CSV file/);
    fireEvent.change(picker, { target: { files: [new File([content], fileName)] } });
    expect(await screen.findByText(/^This is not a CSV file/)).toBeVisible();
    expect(screen.queryByText('0 lines')).not.toBeInTheDocument();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('');
  });

  it.each([
    ['0772123456,1000\n', /^The first line must name the columns: phone and amount/],
    ['phone,name\n0772123456,Sarah\n', /^The first line must name the columns: phone and amount/],
    ['phone;mobile;amount\n0772123456;0752123456;1000\n', /could both be the phone/],
    ['\n \n', /^The file is empty/],
  ])('refuses at once a file whose columns are not named: %j', async (content, message) => {
    await renderPage(`${list}/new`);
    const picker = await screen.findByLabelText(/CSV file/);
    await user.upload(picker, new File([content], 'Wages.csv'));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText(/^\d+ lines?$/)).not.toBeInTheDocument();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('');
    // The next one is taken.
    const text = '\uFEFF"Phone Number";"Amount (UGX)"\n0772123456;1000\n';
    await user.upload(picker, new File([text], 'Wages.csv'));
    expect(await screen.findByText('1 line')).toBeVisible();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it('says of pasted cells that their columns are not named, and sends nothing', async () => {
    await renderPage(`${list}/new`);
    await user.click(await screen.findByRole('tab', { name: 'Paste' }));
    await user.type(await screen.findByLabelText(/^Name/), 'Wages');
    await user.click(screen.getByLabelText(/^Lines/));
    await user.paste('0772123456\t1000');
    await press('Check Lines');
    expect(await screen.findByText(/^The first line must name the columns/)).toBeVisible();
    expect(calls(bulkPayouts.create)).toEqual([]);
  });

  it('guesses no account where there are several', async () => {
    serve(accounts.ofCompany, ok([account, anAccount({ id: draft.accountId })]));
    await renderPage(`${list}/new`);
    await press('Check Lines');
    expect(await screen.findByText('Please select an account')).toBeVisible();
    expect(calls(bulkPayouts.create)).toEqual([]);
  });

  it('says of a workbook that it is no CSV file, and sends nothing', async () => {
    await renderPage(`${list}/new`);
    const workbook = new File(['PK\u0003\u0004\0\0'], 'Wages.csv');
    await user.upload(await screen.findByLabelText(/CSV file/), workbook);
    expect(await screen.findByText(/^This is not a CSV file/)).toBeVisible();
    await press('Check Lines');
    expect(calls(bulkPayouts.create)).toEqual([]);
    await user.upload(screen.getByLabelText(/CSV file/), new File(['phone,amount\n'], 'W.csv'));
    await waitFor(() => expect(screen.queryByText(/^This is not a CSV file/)).toBeNull());
  });
});

describe('a bulk payout', () => {
  it('says what is wrong, what it costs and who approves it, and is submitted without the faults', async () => {
    serve(bulkPayouts.submit, ok(aBulkPayout({ state: 'waiting' })));
    await renderPage(page);
    expect(await screen.findByText('1 line cannot be paid')).toBeVisible();
    expect(screen.getByText('1 line to look at')).toBeVisible();
    expect(screen.getByText('831,500')).toBeVisible();
    expect(await screen.findByRole('row', { name: /Sarah Nakato/ })).toHaveTextContent('Ready');
    await press('Submit');
    expect(
      await screen.findByText(/One colleague approves all lines together/, {
        selector: '[role=alertdialog] *, [role=dialog] *',
      }),
    ).toBeVisible();
    expect(screen.getByText(/1 line with a warning is paid as it is\./)).toBeVisible();
    serve(bulkPayouts.get, ok(aBulkPayout({ state: 'waiting' })));
    const buttons = screen.getAllByRole('button', { name: 'Submit' });
    await user.click(buttons.at(-1) as HTMLElement);
    await expectToasts('Submitted. It now waits for approval.');
    expect(calls(bulkPayouts.submit)[0]?.body).toEqual({ leaveOutFaulty: true, payDoubled: false });
    expect(await screen.findByRole('link', { name: 'Open the approval' })).toBeVisible();
  });

  it.each([
    [{ state: 'checking', checkedCount: 1 }, '1 of 3 lines checked.'],
    [{ state: 'running', paidCount: 1, pendingCount: 1 }, '1 paid, 0 failed, 1 under way.'],
    [{ state: 'finished', paidCount: 2 }, 'All 2 lines are paid.'],
    [{ state: 'refused', reason: 'Not this month' }, 'Not this month Nothing was paid.'],
    [{ state: 'cancelled' }, 'Nothing was paid.'],
  ] as const)('tells where it stands: %o', async (changes, text) => {
    serve(bulkPayouts.get, ok(aBulkPayout(changes)));
    await renderPage(page);
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
  });

  it('leads to the payment of a line in its own portal, for people who may see it', async () => {
    const paid = aBulkLine({ state: 'paid', transactionId: 'pay-17' });
    serve(bulkPayouts.get, ok(aBulkPayout({ state: 'finished', paidCount: 1 })));
    serve(bulkPayouts.lines, ok([paid], meta));
    const { unmount } = await renderPage(page);
    const link = await screen.findByRole('link', { name: 'Open the payment' });
    expect(link).toHaveAttribute('href', '/client/transactions/pay-17');
    unmount();
    await renderPage(page, { as: { ...owner, permissions: ['canApprovePayouts'] } });
    expect(await screen.findByRole('row', { name: /Sarah Nakato/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Open the payment' })).toBeNull();
  });

  it.each([
    [{}, '3 lines: 2 payable, 1 with a fault'],
    [{ state: 'waiting' }, '3 lines: 2 payable, 1 left out'],
  ] as const)('counts its lines: %o', async (changes, text) => {
    serve(bulkPayouts.get, ok(aBulkPayout(changes)));
    await renderPage(page);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('and its lines are held while payouts are stopped', async () => {
    serve(bulkPayouts.get, ok(aBulkPayout({ state: 'running', pendingCount: 1, isBraked: true })));
    serve(bulkPayouts.lines, ok([aBulkLine({ state: 'pending' })], meta));
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /Sarah Nakato/ });
    expect(row).toHaveTextContent('Held');
    expect(screen.getAllByText('Held')).toHaveLength(2);
    expect(screen.queryByText('Being paid')).not.toBeInTheDocument();
  });

  it('leads from what is wrong to these lines alone', async () => {
    const warned = aBulkLine({ warnings: ['The file says Joseph, Airtel says Peter'] });
    const odd = aBulkLine({ number: 3, phoneNumber: '+256772123457', warnings: ['Paid today'] });
    serve(bulkPayouts.get, ok(aBulkPayout({ faultyCount: 3 })));
    serve(bulkPayouts.lines, ok([warned, odd], meta));
    await renderPage(page);
    expect(await screen.findByText('Check name')).toBeVisible();
    expect(screen.getByText('To look at', { selector: 'span' })).toBeVisible();
    expect(screen.queryByText('Ready')).toBeNull();
    await press('Show the 3');
    await waitFor(() => expect(calls(bulkPayouts.lines).at(-1)?.query?.view).toBe('faulty'));
    await press('Show it');
    await waitFor(() => expect(calls(bulkPayouts.lines).at(-1)?.query?.view).toBe('warned'));
    expect(screen.getByLabelText('Lines shown')).toHaveValue('warned');
  });

  it('says who approved it and when, and leads to the approval', async () => {
    serve(bulkPayouts.get, ok(aBulkPayout({ state: 'running', submittedAt: draft.createdAt })));
    const at = '2026-01-05T12:00:00.000Z';
    const by = { id: null, name: 'Okello James' };
    const history = [{ at, what: 'approved' as const, by, text: null }];
    serve(approvals.get, ok(anApproval({ id: draft.id, state: 'approved', history })));
    await renderPage(page);
    const fact = (await screen.findByText('Approved by')).parentElement!;
    expect(fact).toHaveTextContent(/Okello James, Jan 05, 2026, 3:00 PM/);
    expect(within(fact).getByRole('link', { name: 'Open the approval' })).toHaveAttribute(
      'href',
      `/client/approvals/${draft.id}`,
    );
  });

  it.each([
    [{ name: 'Nobody Known', networkName: null }, 'Nobody Known in the file · MTN'],
    [{ name: null, networkName: 'Moses Mugisha' }, 'Registered to Moses Mugisha · MTN'],
    [{ name: 'Moses', networkName: 'Moses Mugisha' }, 'Registered to Moses Mugisha · MTN'],
  ])(
    'tells the name in the file from the one that the network confirmed: %o',
    async (names, text) => {
      serve(bulkPayouts.lines, ok([aBulkLine(names)], meta));
      await renderPage(page);
      expect(await screen.findByText(text)).toBeVisible();
    },
  );

  it('that waits is withdrawn by whoever asked for it, on its own page', async () => {
    serve(bulkPayouts.get, ok(aBulkPayout({ state: 'waiting' })));
    serve(
      approvals.get,
      ok(anApproval({ id: draft.id, kind: 'bulk-payout', isOwn: true, canWithdraw: true })),
    );
    serve(approvals.withdraw, ok(anApproval({ state: 'withdrawn' })));
    await renderPage(page);
    await press('Withdraw');
    const dialog = await screen.findByRole('alertdialog');
    await press('Withdraw', dialog);
    await expectToasts('Request withdrawn');
    expect(calls(approvals.withdraw)).toHaveLength(1);
  });

  it('offers to pay the failed lines again', async () => {
    const failed = { state: 'finished', paidCount: 1, failedCount: 1 } as const;
    serve(bulkPayouts.get, ok(aBulkPayout(failed)));
    serve(bulkPayouts.retry, ok(aBulkPayout({ name: 'Salaries November (retry)' })));
    await renderPage(page);
    await press('Retry Failed');
    await press('Make New Bulk Payout');
    await expectToasts('New bulk payout made of the failed lines');
  });

  it('names the one that pays the same lines before it is submitted', async () => {
    const doubled = { id: account.id, name: 'Wages', createdAt: draft.createdAt, count: 2 };
    serve(bulkPayouts.get, ok(aBulkPayout({ doubled, faultyCount: 0 })));
    serve(bulkPayouts.submit, ok(aBulkPayout({ state: 'waiting' })));
    await renderPage(page);
    expect(await screen.findByText('2 lines are in another bulk payout')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Wages' })).toBeVisible();
    await press('Submit');
    await press('Pay Twice');
    await expectToasts('Submitted. It now waits for approval.');
    expect(calls(bulkPayouts.submit)[0]?.body).toEqual({ leaveOutFaulty: false, payDoubled: true });
  });

  it('does not offer to pay again what the network says it paid', async () => {
    const doubted = { state: 'finished', paidCount: 1, failedCount: 1, doubtedCount: 1 } as const;
    serve(bulkPayouts.get, ok(aBulkPayout(doubted)));
    await renderPage(page);
    expect(await screen.findByText(/says of 1 line that it was paid after all/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry Failed' })).toBeNull();
  });

  it('is not found', async () => {
    serve(bulkPayouts.get, refused(404, 'Bulk payout not found'));
    await renderPage(page);
    expect(await screen.findByText('Bulk payout not found')).toBeVisible();
  });
});
