import { accounts } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { networkNotices, type NetworkNotice } from '@sente/contract/network-notices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { held, ok, refused, type Answer } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { renderPart } from '../../testing/page.tsx';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';
import UnknownPayments from './unknown-payments-tab.tsx';

const id = '66666666-6666-4666-8666-666666666666';
const proven: NetworkNotice = {
  id,
  network: 'MTN',
  reference: '01900000-0000-7000-8000-000000000001',
  said: 'paid UGX 1,000',
  isProven: true,
  content: '{"status":"SUCCESSFUL","payer":{"partyIdType":"MSISDN","partyId":"256772004411"}}',
  firstAt: '2026-01-05T10:00:00.000Z',
  lastAt: '2026-01-05T11:00:00.000Z',
  times: 3,
  amount: 1_000,
  direction: 'collection',
  saysPaid: true,
  contradicts: false,
  networkReference: null,
  ofCase: null,
  bookedBy: null,
  booking: null,
  proposal: null,
  rejection: null,
};
it('shows what each network said, how often, and whether it is proven', async () => {
  const other = {
    ...proven,
    id: id.replaceAll('6', '7'),
    reference: '',
    isProven: false,
    times: 1,
    content: 'no JSON',
  };
  open(ok([proven, other]));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('MTN: paid UGX 1,000');
  expect(first).toHaveTextContent(proven.reference);
  expect(first).toHaveTextContent('3 times since');
  expect(first).toHaveTextContent('Proven: only the network can have sent it.');
  expect(first).toHaveTextContent('Payer+256 772 004411');
  const inFirst = within(first as HTMLElement);
  expect(inFirst.getByLabelText('Message')).not.toBeVisible();
  await user.click(inFirst.getByText('What the network sent'));
  expect(inFirst.getByLabelText('Message')).toHaveTextContent('"status":"SUCCESSFUL"');
  expect(second).toHaveTextContent('ReferenceNone');
  expect(second).toHaveTextContent('PayerNot in the message');
  expect(second).not.toHaveTextContent('times since');
  expect(second).toHaveTextContent('Not proven: anybody can have sent it.');
});

it('closes one with a note, which is required', async () => {
  open(ok([proven]));
  await press('Close with a note');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close this report?' });
  await press('Close Report', dialog);
  expect(within(dialog).getByText('A note is required')).toBeVisible();
  const note = within(dialog).getByRole('textbox', { name: /Note/ });
  expect(note).toHaveFocus();
  await user.keyboard(' Paid back by hand ');
  // A refusal keeps the input.
  serve(networkNotices.close, refused(404, 'This notice is not open'));
  await press('Close Report', dialog);
  expect(await within(dialog).findByText('This notice is not open')).toBeVisible();
  expect(note).toHaveValue(' Paid back by hand ');
  serve(networkNotices.close, ok(null));
  serve(networkNotices.list, ok([]));
  await press('Close Report', dialog);
  expect(await screen.findByText('Report closed')).toBeVisible();
  expect(calls(networkNotices.close).at(-1)).toMatchObject({
    params: { id },
    body: { note: 'Paid back by hand' },
  });
  expect(await screen.findByText('No network reports an unknown payment.')).toBeVisible();
});

const account = {
  id: id.replaceAll('6', '5'),
  name: 'Main till',
  number: '100200300',
  companyId: id.replaceAll('6', '4'),
  companyName: 'Gulu Builders',
};
const booked: NetworkNotice = {
  ...proven,
  booking: {
    transactionId: id.replaceAll('6', '8'),
    direction: 'collection',
    amount: 1_000,
    at: '2026-01-05T12:00:00.000Z',
    release: null,
  },
};
const proposalOf = (
  decision: 'book' | 'release',
  isOwn: boolean,
  more: Partial<NonNullable<NetworkNotice['proposal']>> = {},
): NetworkNotice['proposal'] => ({
  id: id.replaceAll('6', '9'),
  decision,
  direction: 'collection',
  amount: 1_000,
  account: decision === 'release' ? account : null,
  note: 'Seen on the statement',
  by: 'Olive Ops',
  isOwn,
  at: '2026-01-05T13:00:00.000Z',
  ...more,
});

it('proposes to book what the network said, and asks for nothing that it said', async () => {
  open(ok([proven]));
  await press('Book to suspense');
  const dialog = await screen.findByRole('alertdialog', { name: 'Book it to suspense?' });
  expect(dialog).toHaveAccessibleDescription(
    'MTN said: paid UGX 1,000. UGX 1,000 that came in is booked. The suspense account of the provider keeps the money until its owner is found. Nothing happens until somebody else confirms it.',
  );
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(1);
  expect(within(dialog).queryByRole('combobox')).not.toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Seen on the statement');
  serve(networkNotices.proposeBooking, ok(proven));
  await press('Propose', dialog);
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls(networkNotices.proposeBooking)[0]?.body).toEqual({ note: 'Seen on the statement' });
});

it('asks for the direction and the amount that the network did not say', async () => {
  const silent = { ...proven, said: 'paid', amount: null, direction: null };
  open(ok([silent]));
  await press('Book to suspense');
  const dialog = await screen.findByRole('alertdialog', { name: 'Book it to suspense?' });
  const amount = within(dialog).getByRole('textbox', { name: /Paid in UGX/ });
  await press('Propose', dialog);
  expect(within(dialog).getByText('Select whether it came in or went out')).toBeVisible();
  expect(within(dialog).getByText('Amount must be greater than 0')).toBeVisible();
  expect(within(dialog).getByText('A note is required')).toBeVisible();
  const direction = within(dialog).getByRole('combobox', { name: /Direction/ });
  expect(direction).toHaveFocus();
  await user.selectOptions(direction, 'It came in at the network');
  await press('Propose', dialog);
  expect(amount).toHaveFocus();
  await user.keyboard('1,200');
  await press('Propose', dialog);
  expect(within(dialog).getByRole('textbox', { name: /Note/ })).toHaveFocus();
  await user.keyboard('Seen on the statement');
  serve(networkNotices.proposeBooking, refused(409, 'This payment is booked already'));
  await press('Propose', dialog);
  expect(await within(dialog).findByText('This payment is booked already')).toBeVisible();
  serve(networkNotices.proposeBooking, ok(proven));
  serve(networkNotices.list, ok([{ ...proven, proposal: proposalOf('book', true) }]));
  await press('Propose', dialog);
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls(networkNotices.proposeBooking).at(-1)).toMatchObject({
    params: { id },
    body: { direction: 'collection', amount: 1_200, note: 'Seen on the statement' },
  });
  expect(await screen.findByText('Somebody else has to confirm your proposal.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Close with a note' })).not.toBeInTheDocument();
});

it.each([{ isProven: false }, { saysPaid: false }])('offers %j only to be closed', async (more) => {
  open(ok([{ ...proven, ...more }]));
  expect(await screen.findByRole('button', { name: 'Close with a note' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Book to suspense' })).not.toBeInTheDocument();
});

const left = { direction: 'payout' } as const;
it.each([
  [
    proposalOf('book', false),
    'Book it to suspense?',
    'UGX 1,000 that came in at MTN is booked to the suspense account of the provider. From there it can be released to the company that owns it.',
  ],
  [
    proposalOf('release', false),
    "Release it to a company's account?",
    'UGX 1,000 moves from suspense to Main till 100200300 of Gulu Builders, without a fee. If the company owes the provider, that is repaid first.',
  ],
  [
    proposalOf('release', false, left),
    "Release it to a company's account?",
    'UGX 1,000 that left MTN is taken from Main till 100200300 of Gulu Builders, without a fee. What the account lacks, the company owes the provider.',
  ],
])("confirms another person's proposal, by its id", async (proposal, title, text) => {
  open(ok([{ ...booked, proposal }]));
  expect(await screen.findByText('Seen on the statement')).toBeVisible();
  await press('Confirm');
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog).toHaveAccessibleDescription(
    `MTN said: paid UGX 1,000. ${text} It is done at once.`,
  );
  serve(networkNotices.confirm, ok(null));
  serve(networkNotices.list, ok([]));
  await press('Confirm', dialog);
  expect(await screen.findByText('Decision confirmed')).toBeVisible();
  expect(calls(networkNotices.confirm)).toMatchObject([
    { params: { id }, body: { proposal: proposal?.id } },
  ]);
});

it("rejects another person's proposal", async () => {
  open(ok([{ ...proven, proposal: proposalOf('book', false) }]));
  await press('Reject');
  const dialog = await screen.findByRole('alertdialog', { name: 'Reject the proposal?' });
  expect(dialog).toHaveTextContent(
    'The proposal of Olive Ops ends, and the report waits for another one.',
  );
  await press('Reject', dialog);
  expect(within(dialog).getByText('A reason is required')).toBeVisible();
  await user.keyboard('The statement says otherwise');
  const rejection = {
    decision: 'book',
    proposedBy: 'Olive Ops',
    isOwn: false,
    by: 'Test Person',
    reason: 'The statement says otherwise',
    at: '2026-01-05T12:00:00.000Z',
  } as const;
  serve(networkNotices.reject, ok(proven));
  serve(networkNotices.list, ok([{ ...proven, rejection }]));
  await press('Reject', dialog);
  expect(await screen.findByText('Proposal rejected')).toBeVisible();
  expect(calls(networkNotices.reject)).toMatchObject([
    {
      params: { id },
      body: { proposal: proposalOf('book', false)?.id, reason: 'The statement says otherwise' },
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Book to suspense' })).toBeVisible();
  expect(screen.getByText(/rejected the proposal of Olive Ops/)).toHaveTextContent(
    'Test Person rejected the proposal of Olive Ops to book it to suspense',
  );
  expect(screen.getByText('The statement says otherwise')).toBeVisible();
});

it('says who confirmed a proposal while its rejection was open', async () => {
  const proposal = proposalOf('book', false)!;
  open(ok([{ ...proven, proposal }]));
  await press('Reject');
  const dialog = await screen.findByRole('alertdialog', { name: 'Reject the proposal?' });
  await user.keyboard('Not agreed');
  serve(networkNotices.reject, refused(409, 'Nobody has proposed a decision yet'));
  serve(networkNotices.list, ok([]));
  const by = { id: null, name: 'Harriet Nakku' };
  const at = '2026-01-05T12:00:00.000Z';
  const history = [{ at, what: 'approved' as const, by, text: null }];
  serve(approvals.get, ok(anApproval({ id: proposal.id, state: 'approved', history })));
  await press('Reject', dialog);
  const told = await screen.findByRole('alertdialog', {
    name: 'Harriet Nakku has just confirmed the proposal',
  });
  await press('Close', told);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('withdraws the own proposal', async () => {
  open(ok([{ ...proven, proposal: proposalOf('book', true) }]));
  await press('Withdraw');
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw the proposal?' });
  serve(networkNotices.withdraw, ok(proven));
  serve(networkNotices.list, ok([proven]));
  await press('Withdraw', dialog);
  expect(await screen.findByText('Proposal withdrawn')).toBeVisible();
  expect(calls(networkNotices.withdraw)).toMatchObject([
    { params: { id }, body: { proposal: proposalOf('book', true)?.id } },
  ]);
});

it('shows a message that contradicts the booking, which can be closed alone', async () => {
  open(ok([{ ...booked, said: 'paid UGX 1,700', amount: 1_700, contradicts: true }]));
  expect(await screen.findByText(/^This is not what was booked/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close with a note' })).toBeVisible();
  expect(screen.getByRole('button', { name: "Release to a company's account" })).toBeVisible();
});

it("proposes to release booked money to a company's account, found by searching", async () => {
  open(ok([booked]));
  const [item] = await screen.findAllByRole('listitem');
  expect(item).toHaveTextContent('In suspenseUGX 1,000 came in, booked');
  expect(screen.queryByRole('button', { name: 'Close with a note' })).not.toBeInTheDocument();
  await press("Release to a company's account");
  const dialog = await screen.findByRole('alertdialog');
  await press('Propose', dialog);
  const picker = within(dialog).getByRole('combobox', { name: /Account/ });
  expect(picker).toHaveFocus();
  expect(within(dialog).getByText('Account is required')).toBeVisible();
  serve(accounts.list, ok([anAccount({ id: account.id, companyName: 'Gulu Builders' })]));
  await user.type(picker, 'gulu');
  await user.click(await within(dialog).findByRole('option', { name: /Gulu Builders/ }));
  expect(calls(accounts.list).at(-1)?.query).toMatchObject({ search: 'gulu', isActive: 'true' });
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Showed the receipt');
  serve(networkNotices.proposeRelease, ok(booked));
  await press('Propose', dialog);
  expect(await screen.findByText('Decision proposed')).toBeVisible();
  expect(calls(networkNotices.proposeRelease)).toMatchObject([
    { params: { id }, body: { accountId: account.id, note: 'Showed the receipt' } },
  ]);
});

it('shows where money of a repeated report is', async () => {
  const release = { transactionId: id.replaceAll('6', '3'), account };
  open(ok([{ ...booked, booking: booked.booking && { ...booked.booking, release } }]));
  const [item] = await screen.findAllByRole('listitem');
  expect(item).toHaveTextContent('ReleasedUGX 1,000 on Main till 100200300 of Gulu Builders');
  expect(screen.getByRole('button', { name: 'Close with a note' })).toBeVisible();
});

it('says that it loads', async () => {
  const { answer, release } = held();
  open(answer);
  expect(await screen.findByText('Loading unknown payments')).toBeInTheDocument();
  release(ok([proven]));
  expect(await screen.findByText('MTN: paid UGX 1,000')).toBeVisible();
});

it('says when the list cannot be loaded, and retries', async () => {
  open(refused(500, 'Too slow'));
  const panel = (await screen.findByText('Failed to load the unknown payments')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(panel).toHaveTextContent('Too slow');
  serve(networkNotices.list, ok([proven]));
  await press('Try Again', panel);
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByText('MTN: paid UGX 1,000')).toBeVisible();
});

function open(answer: Answer | (() => Promise<Answer>)) {
  serve(networkNotices.list, answer);
  return renderPart(<UnknownPayments />);
}

it('leads to the case that booked its money, and books nothing twice', async () => {
  const caseId = id.replaceAll('6', '5');
  const told: NetworkNotice = {
    ...proven,
    id: caseId,
    network: 'BANK',
    reference: '',
    networkReference: 'FT26115702',
    said: 'only at the bank, case 12',
    content: '',
    ofCase: { id: caseId, number: 12 },
    booking: {
      transactionId: id,
      direction: 'collection',
      amount: 1_000,
      at: proven.lastAt,
      release: null,
    },
  };
  const bookedBy = { transactionId: id, caseId, number: 12 };
  open(ok([told, { ...proven, bookedBy }]));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/The bank: only at the bank, case 12/);
  expect(first).toHaveTextContent(/A statement told it, and case 12 wrote it to suspense/);
  expect(first).toHaveTextContent('ReferenceFT26115702');
  const inFirst = within(first as HTMLElement);
  expect(inFirst.getByRole('link', { name: 'case 12' })).toHaveAttribute(
    'href',
    `/reconciliation/cases/${caseId}`,
  );
  expect(inFirst.getByRole('button', { name: /Release/ })).toBeVisible();
  expect(inFirst.getByText('What the statement says')).not.toBeVisible();
  expect(second).toHaveTextContent('Booked alreadyIts money is in the books, by case 12');
  const buttons = within(second as HTMLElement).getAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual(['Close with a note']);
});
