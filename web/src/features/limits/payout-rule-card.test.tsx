import { payoutRules, type PayoutRule } from '@sente/contract/payout-rules';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { alertOf, expectToast } from '../../testing/messages.ts';
import { renderPart } from '../../testing/page.tsx';
import { administrator, owner, ownCompanyId } from '../../testing/people.ts';
import { aPayoutRule } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';
import { PayoutCeilingForm } from './payout-ceiling-form.tsx';
import { PayoutRuleCard } from './payout-rule-card.tsx';
import { PayoutRuleForm } from './payout-rule-form.tsx';

beforeEach(() => serve(payoutRules.get, ok(aPayoutRule())));

const formOf = {
  admin: (current: PayoutRule) => <PayoutCeilingForm companyId={ownCompanyId} current={current} />,
  client: (current: PayoutRule) => <PayoutRuleForm companyId={ownCompanyId} current={current} />,
};
const open = (portal: 'admin' | 'client', canChange = true) => {
  const form = canChange ? formOf[portal] : undefined;
  return renderPart(<PayoutRuleCard companyId={ownCompanyId} portal={portal} form={form} />, {
    as: portal === 'client' ? owner : administrator,
    at: portal === 'client' ? '/client' : '/dashboard',
  });
};
const type = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await put(field, text);
};

describe('the rules of a company', () => {
  it('are said in words, with who may approve', async () => {
    open('client', false);
    expect(await screen.findByText(/can pay out UGX 100,000 a day at once/)).toBeVisible();
    expect(screen.getByText(/up to UGX 1,000,000 need a colleague/)).toBeVisible();
    expect(screen.getByText(/Sarah Nakato, James Okello/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('say what happens without them', async () => {
    serve(payoutRules.get, ok(aPayoutRule({ rule: null, approvers: [] })));
    open('client', false);
    expect(await screen.findByText(/in the portal wait for the provider/)).toBeVisible();
    expect(screen.getByText(/Nobody in your company may approve payouts/)).toBeVisible();
  });

  it('are refused above the ceiling, and saved below it', async () => {
    serve(payoutRules.save, ok(aPayoutRule(), { approvalId: null }));
    open('client');
    await type('With a colleague, one payout', '3,000,000');
    await press('Save Rules');
    expect(screen.getByText(/^Must be at most UGX 2,000,000/)).toBeVisible();
    expect(screen.getByLabelText('With a colleague, one payout')).toHaveFocus();
    await type('With a colleague, one payout', '50,000');
    await press('Save Rules');
    expect(screen.getByText('Must be at least what goes at once')).toBeVisible();
    expect(calls(payoutRules.save)).toEqual([]);
    await type('At once, a day', '0');
    await press('Save Rules');
    await expectToast('Rules for payouts saved');
    expect(calls(payoutRules.save)[0]?.body).toEqual({
      atOnceUpTo: 0,
      colleagueUpTo: 50_000,
      basedOn: aPayoutRule().rule,
    });
  });

  it('that are looser wait for a second person', async () => {
    serve(payoutRules.save, ok(aPayoutRule(), { approvalId: ownCompanyId }));
    open('client');
    await type('At once, a day', '200,000');
    serve(payoutRules.get, ok(aPayoutRule({ waitingId: ownCompanyId })));
    await press('Save Rules');
    await expectToast('The looser rules wait for a second person');
    const notice = await alertOf('A change of these rules waits for a second person');
    const toast = screen.getByRole('region', { name: 'Notifications' });
    for (const place of [notice, toast]) {
      const link = within(place).getByRole('link', { name: 'Open the request' });
      expect(link).toHaveAttribute('href', `/client/approvals/${ownCompanyId}`);
    }
  });

  it('are tried out on the last 30 days without saving', async () => {
    const none = { payouts: 0, amount: 0 };
    const colleague = { payouts: 12, amount: 4_800_000 };
    const preview = { days: 30, none, colleague, colleagueAndProvider: none, isCut: false };
    serve(payoutRules.preview, ok(preview));
    open('client');
    await screen.findByLabelText('At once, a day');
    await press('Who would have approved?');
    expect(
      await screen.findByText('12 payouts, UGX 4,800,000, would have waited for a colleague'),
    ).toBeVisible();
    await type('At once, a day', '5,000');
    expect(screen.queryByText(/would have waited/)).not.toBeInTheDocument();
  });

  it('cannot be set without a ceiling, and say who sets it', async () => {
    serve(payoutRules.get, ok(aPayoutRule({ rule: null, ceiling: 0 })));
    open('client');
    expect(await screen.findByText(/Ask the provider for one below/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('show that they load, and what failed', async () => {
    serve(payoutRules.get, silent);
    const { unmount } = open('client');
    expect(await screen.findByText('Loading the rules for payouts')).toBeInTheDocument();
    unmount();
    serve(payoutRules.get, refused(503, 'Busy', { code: 'unavailable' }));
    open('client');
    expect(await screen.findByText('Failed to load the rules for payouts')).toBeVisible();
  });
});

describe('the ceiling', () => {
  it('is saved by the provider, and says that it lowers the rules', async () => {
    serve(payoutRules.saveCeiling, ok(aPayoutRule(), { approvalId: null }));
    open('admin');
    await type('Ceiling', '500,000');
    expect(screen.getByText('The rules of the company are lowered to UGX 500,000.')).toBeVisible();
    await press('Save Ceiling');
    await expectToast('Ceiling saved');
    expect(calls(payoutRules.saveCeiling)[0]?.body).toEqual({
      ceiling: 500_000,
      basedOn: aPayoutRule().ceiling,
    });
  });

  it('that is higher waits for a second person', async () => {
    serve(payoutRules.saveCeiling, ok(aPayoutRule(), { approvalId: ownCompanyId }));
    open('admin');
    await type('Ceiling', 'much');
    await press('Save Ceiling');
    expect(screen.getByText('Must be a whole number of 0 or more')).toBeVisible();
    expect(screen.getByLabelText('Ceiling')).toHaveFocus();
    await type('Ceiling', '5,000,000');
    await press('Save Ceiling');
    expect(await screen.findByText('A reason is required')).toBeVisible();
    await type(/^Reason/, 'Pays 400 farmers now');
    await press('Save Ceiling');
    await expectToast('The higher ceiling waits for a second person');
    expect(calls(payoutRules.saveCeiling)[0]?.body).toMatchObject({
      reason: 'Pays 400 farmers now',
    });
  });
});
