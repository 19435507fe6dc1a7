import { approvals } from '@sente/contract/approvals';
import { companies } from '@sente/contract/companies';
import { fees } from '@sente/contract/fees';
import { limits, type BlockedNumber, type PaymentLimit } from '@sente/contract/limits';
import { enquiries } from '@sente/contract/enquiries';
import { payoutBrakes } from '@sente/contract/payout-brakes';
import { payoutRules } from '@sente/contract/payout-rules';
import { phoneMessage } from '@sente/contract/phone';
import { settlements } from '@sente/contract/settlements';
import { taxes } from '@sente/contract/taxes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { alertOf, expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { aCompany, aPayoutRule } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { noSchedule } from '../../testing/settlements.ts';
import { press, user } from '../../testing/user.ts';

const { id: companyId } = aCompany();
beforeEach(() => {
  serve(enquiries.listOwn, ok([]));
  serve(companies.get, ok(aCompany()));
  serve(limits.list, ok([daily]));
  serve(limits.blocked, ok([]));
  serve(payoutRules.get, ok(aPayoutRule()));
  // Of the company's own page.
  serve(fees.list, ok([]));
  serve(taxes.list, ok([]));
  serve(settlements.terms, ok(noSchedule));
});
const open = () => renderPage(`/companies/${companyId}/limits`);

describe('limits', () => {
  it('shows what is used, and saves what is typed with the others', async () => {
    await open();
    const payouts = await card('Payouts');
    const perDay = payouts.getByRole('row', { name: /^A day/ });
    expect(perDay).toHaveTextContent('UGX 4,800,000 of UGX 5,000,000 used today');
    const heads = payouts.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Limit', 'All payouts', 'Through the API']);
    expect(screen.getByRole('button', { name: 'Save Limits' })).toBeDisabled();
    const number = payouts.getByLabelText('New numbers a day, all payouts');
    await user.type(number, '1x');
    serve(limits.save, ok([daily], { approvalId: null }));
    await press('Save Limits');
    expect(payouts.getByText('Must be a whole number of 0 or more')).toBeVisible();
    expect(calls(limits.save)).toEqual([]);
    expect(number).toHaveFocus();
    await user.clear(number);
    await user.type(number, '12');
    await press('Save Limits');
    await expectToast('Limits saved');
    expect(calls(limits.save)[0]?.body).toEqual({
      limits: [
        { scope: 'company', direction: 'payout', kind: 'day', most: 5_000_000 },
        { scope: 'company', direction: 'payout', kind: 'new_numbers', most: 12 },
      ],
      basedOn: [{ scope: 'company', direction: 'payout', kind: 'day', most: 5_000_000 }],
    });
  });

  it('says what a limit allows in vain, because of another one', async () => {
    await open();
    const payouts = await card('Payouts');
    const one = payouts.getByLabelText('One payout, all payouts');
    const text = 'No payout above UGX 5,000,000 can pass, because of the limit "A day".';
    await user.type(one, '5000000');
    expect(one).not.toHaveAccessibleDescription();
    await user.type(one, '0');
    expect(one).toHaveAccessibleDescription(text);
    const byApi = payouts.getByLabelText('A day, through the API');
    await user.type(byApi, '6000000');
    expect(byApi).toHaveAccessibleDescription(
      'No more than UGX 5,000,000 can pass, because of the limit "A day, all payouts".',
    );
    expect(payouts.getByLabelText('A day, all payouts')).not.toHaveAccessibleDescription();
  });

  it('says that higher limits wait for a second person', async () => {
    serve(limits.save, ok([daily], { approvalId: request.id }));
    await open();
    const field = (await card('Payouts')).getByLabelText('A day, all payouts');
    await user.clear(field);
    await user.type(field, '9,000,000');
    serve(approvals.list, ({ query }) => ok(query['limitOf'] === 'limits' ? [request] : []));
    await press('Save Limits');
    expect(await screen.findByText('A reason is required')).toBeVisible();
    expect(calls(limits.save)).toEqual([]);
    await user.type(screen.getByLabelText(/^Reason/), 'Pays 400 farmers now');
    await press('Save Limits');
    await expectToast('The higher limits wait for a second person');
    const toast = screen.getByRole('region', { name: 'Notifications' });
    const link = within(toast).getByRole('link', { name: 'Open the request' });
    expect(link).toHaveAttribute('href', `/approvals/${request.id}`);
    expect(calls(limits.save)[0]?.body).toMatchObject({ reason: 'Pays 400 farmers now' });
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    expect(field).toHaveValue('5,000,000');
    expect(screen.getByRole('button', { name: 'Save Limits' })).toBeDisabled();
    const notice = await alertOf('A change of these limits waits for a second person');
    expect(notice).toHaveTextContent(request.sentence);
    expect(within(notice).getByRole('link')).toHaveAttribute('href', `/approvals/${request.id}`);
    const page = { page: '1', pageSize: '3' };
    const asked = { tab: 'open', kind: 'limit', limitOf: 'limits', companyId, ...page };
    expect(calls(approvals.list).map(({ query }) => query)).toContainEqual(asked);
  });

  it('say that a higher ceiling waits, and no company is told', async () => {
    const ofCeiling = { ...request, limitOf: 'payout-ceiling' as const };
    serve(approvals.list, ({ query }) =>
      ok(query['limitOf'] === 'payout-ceiling' ? [ofCeiling] : []),
    );
    const { unmount } = await open();
    expect(await screen.findByText('A higher ceiling waits for a second person')).toBeVisible();
    unmount();
    const asked = calls(approvals.list).length;
    await renderPage('/client/limits', { as: owner });
    expect(await screen.findByRole('heading', { name: 'All payouts' })).toBeVisible();
    expect(calls(approvals.list)).toHaveLength(asked);
  });

  it('tells what the typed limits would have refused, without saving', async () => {
    serve(
      limits.preview,
      ok({
        days: 30,
        payments: 340,
        refused: 12,
        refusedAmount: 1_200_000,
        byLimit: [
          {
            scope: 'company',
            direction: 'payout',
            kind: 'day',
            most: 100_000,
            refused: 12,
            amount: 1_200_000,
          },
        ],
        isCut: false,
      }),
    );
    await open();
    const field = (await card('Payouts')).getByLabelText('A day, all payouts');
    await user.clear(field);
    await user.type(field, '100,000');
    await press('What would they have refused?');
    expect(
      await screen.findByText(
        'They would have refused 12 of 340 payments of the last 30 days, UGX 1,200,000',
      ),
    ).toBeVisible();
    expect(calls(limits.preview)[0]?.body).toMatchObject({ limits: [{ most: 100_000 }] });
    expect(calls(limits.save)).toEqual([]);
  });

  it('says why they cannot be saved or loaded', async () => {
    serve(limits.save, refused(409, 'Not now'));
    const { unmount } = await open();
    await user.type((await card('Collections')).getByLabelText('A day, all collections'), '5');
    await press('Save Limits');
    await expectToast('Not now');
    unmount();
    serve(limits.list, silent);
    await open();
    expect(await screen.findByText('Failed to load limits')).toBeVisible();
  });

  it('are read by the company, which cannot change them', async () => {
    await renderPage('/client/limits', { as: owner });
    const payouts = await card('All payouts');
    expect(payouts.getByText('UGX 4,800,000 of UGX 5,000,000 used today')).toBeVisible();
    expect(payouts.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'All collections' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Limits' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Block Number' })).toBeVisible();
    expect(screen.getByText(/A bulk payout counts from its approval on\./)).toBeVisible();
  });
});

it('a company without limits reads that there are none', async () => {
  serve(limits.list, ok([]));
  await renderPage('/client/limits', { as: owner });
  expect(await screen.findByText('No limits.')).toBeVisible();
});

describe('blocked numbers', () => {
  it('are listed with the reason, and allowed again after a question', async () => {
    serve(limits.blocked, ok([blocked]));
    serve(limits.unblock, ok());
    await open();
    expect(await screen.findByText('+256 772 123456')).toBeVisible();
    expect(screen.getByText(/Stolen phone, by David Okello/)).toBeVisible();
    await press('Unblock +256 772 123456');
    await press('Unblock', screen.getByRole('alertdialog'));
    await expectToast('+256 772 123456 is unblocked');
    expect(calls(limits.unblock)[0]?.params).toEqual({ id: companyId, blockedId: blocked.id });
  });

  it('a number is blocked with a reason, and the server says what is wrong', async () => {
    serve(limits.block, refused(400, 'Wrong', { fields: { phoneNumber: 'Must be a number' } }));
    await open();
    expect(await screen.findByText('No number is blocked.')).toBeVisible();
    await press('Block Number');
    const dialog = await screen.findByRole('dialog', { name: 'Block Number' });
    await press('Block Number', dialog);
    expect(await within(dialog).findByText('A reason is required')).toBeVisible();
    expect(within(dialog).getByText('Phone number is required')).toBeVisible();
    const number = within(dialog).getByLabelText(/^Phone Number/);
    await user.type(number, 'abc');
    await press('Block Number', dialog);
    expect(await within(dialog).findByText(phoneMessage)).toBeVisible();
    expect(within(dialog).getByText('A reason is required')).toBeVisible();
    await user.clear(number);
    await user.type(number, '0772000001');
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Fraud');
    await press('Block Number', dialog);
    expect(await within(dialog).findByText('Must be a number')).toBeVisible();
    serve(limits.block, ok(blocked));
    await press('Block Number', dialog);
    await expectToast('Number blocked');
    expect(calls(limits.block).at(-1)?.body).toEqual({
      phoneNumber: '+256772000001',
      reason: 'Fraud',
    });
  });
});

describe('many blocked numbers', () => {
  it('are searched by number and by reason', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({
      ...blocked,
      id: `55555555-5555-4555-8555-5555555555${10 + n}`,
      phoneNumber: `2567721234${10 + n}`,
      reason: n === 0 ? 'Fraud' : 'Stolen phone',
    }));
    serve(limits.blocked, ok(many));
    await open();
    const search = await screen.findByLabelText('Search blocked numbers');
    const found = () => screen.getAllByRole('button', { name: /^Unblock/ });
    expect(found()).toHaveLength(12);
    await user.type(search, '0772 123415');
    expect(found()).toHaveLength(1);
    await user.clear(search);
    await user.type(search, 'fraud');
    expect(found()).toHaveLength(1);
    await user.type(search, 's');
    expect(screen.getByText('No blocked number matches your search.')).toBeVisible();
  });
});

describe('numbers blocked for all companies', () => {
  it('are reached from the limits of a company', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'Numbers blocked for all companies' });
    expect(link).toHaveAttribute('href', '/blocked-numbers');
  });

  it('are blocked at once, and allowed again by two people', async () => {
    const forAll = { ...blocked, companyId: null };
    serve(limits.blockedForAll, ok([forAll]));
    serve(limits.blockForAll, ok(forAll));
    serve(limits.unblockForAll, ok(null, { approvalId: companyId }));
    await renderPage('/blocked-numbers');
    expect(await screen.findByText('+256 772 123456')).toBeVisible();
    await press('Block Number');
    const dialog = await screen.findByRole('dialog', { name: 'Block Number' });
    expect(within(dialog).getByText(/^New payments of all companies/)).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Phone Number/), '0772000001');
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Fraud');
    await press('Block Number', dialog);
    await expectToast('Number blocked');
    expect(calls(limits.blockForAll)[0]?.body).toEqual({
      phoneNumber: '+256772000001',
      reason: 'Fraud',
    });
    await press('Unblock +256 772 123456');
    await press('Unblock', screen.getByRole('alertdialog'));
    await expectToast('A second person has to approve that +256 772 123456 is unblocked');
    expect(calls(limits.unblockForAll)[0]?.params).toEqual({ blockedId: blocked.id });
  });

  it('are only read by staff who may not change limits', async () => {
    serve(limits.blockedForAll, ok([]));
    await renderPage('/blocked-numbers', {
      as: { role: 'Support', isStaff: true, permissions: ['staffRead'] },
    });
    expect(await screen.findByText('No number is blocked.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Block Number' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Companies' })).toBeVisible();
  });
});

const request = anApproval({
  kind: 'limit',
  limitOf: 'limits',
  sentence: 'Change the limits of Gulu Builders. All payouts, a day: UGX 1 → UGX 2.',
});
const daily: PaymentLimit = {
  scope: 'company',
  direction: 'payout',
  kind: 'day',
  most: 5_000_000,
  used: 4_800_000,
  updatedAt: '2026-01-05T00:00:00.000Z',
};
const blocked: BlockedNumber = {
  id: '55555555-5555-4555-8555-555555555555',
  phoneNumber: '256772123456',
  reason: 'Stolen phone',
  companyId,
  blockedBy: 'David Okello',
  blockedAt: '2026-01-05T00:00:00.000Z',
};

it('a company stops its own payouts, and the button is gone while they are stopped', async () => {
  serve(payoutBrakes.trip, ok(null));
  await renderPage('/client/limits', { as: owner });
  await user.click(await screen.findByRole('button', { name: 'Stop Payouts' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Stop your payouts?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'A stolen phone');
  const payoutBrake = { at: '2026-01-05T08:00:00.000Z', reason: 'A stolen phone' };
  serve(companies.get, ok(aCompany({ payoutBrake })));
  await press('Stop Payouts', dialog);
  await expectToast('Payouts are stopped');
  expect(calls(payoutBrakes.trip)[0]?.body).toEqual({ reason: 'A stolen phone' });
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Stop Payouts' })).not.toBeInTheDocument(),
  );
});

async function card(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') ?? expect.unreachable());
}
