import { companies } from '@sente/contract/companies';
import { limits, type PaymentLimit } from '@sente/contract/limits';
import { payoutRules } from '@sente/contract/payout-rules';
import { platformSettings } from '@sente/contract/platform-settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { key } from '../../api/keys.ts';
import { ok, refused } from '../../testing/answers.ts';
import { alertOf, expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { aCompany, aPayoutRule, aPlatform } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

/* Somebody else changes what an open form is about. */

const title = 'Somebody else changed this meanwhile';
const type = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await put(field, text);
};

describe('limits that are approved while the form is open', () => {
  it('are shown where nothing was typed, and asked about where something was', async () => {
    const { client } = await openLimits();
    await type('A day, all collections', '60,000,000');
    await type('A month, all collections', '700,000,000');
    serve(limits.list, ok(list(30_000_000, 55_000_000, 600_000_000)));
    await act(() => client.invalidateQueries({ queryKey: key('limits') }));
    expect(await screen.findByLabelText('One collection, all collections')).toHaveValue(
      '30,000,000',
    );
    expect(screen.getByLabelText('A day, all collections')).toHaveValue('60,000,000');
    const panel = await alertOf(title);
    expect(panel).toHaveTextContent('All collections, one collection is now UGX 30,000,000.');
    expect(panel).toHaveTextContent(
      'All collections, a day is now UGX 55,000,000. You typed UGX 60,000,000.',
    );
    serve(limits.save, ok(list(30_000_000, 55_000_000, 700_000_000), { approvalId: null }));
    await press('Save Limits');
    expect(calls(limits.save)).toEqual([]);
    expect(panel.parentElement).toHaveFocus();
    await press('All collections, a day: take theirs');
    expect(screen.getByLabelText('A day, all collections')).toHaveValue('55,000,000');
    await type(/^Reason/, 'Pays 400 farmers now');
    await press('Save Limits');
    await expectToast('Limits saved');
    expect(calls(limits.save)[0]?.body).toEqual({
      reason: 'Pays 400 farmers now',
      limits: bodies(30_000_000, 55_000_000, 700_000_000),
      basedOn: bodies(30_000_000, 55_000_000, 600_000_000),
    });
  });

  it('are not written back if the page has not heard of them', async () => {
    await openLimits();
    await type('A day, all collections', '40,000,000');
    serve(limits.save, refused(409, 'Someone else changed these limits in the meantime.'));
    serve(limits.list, ok(list(30_000_000, 50_000_000, 600_000_000)));
    await press('Save Limits');
    await expectToast('Someone else changed these limits in the meantime.');
    expect(await alertOf(title)).toHaveTextContent('one collection is now UGX 30,000,000.');
    expect(screen.getByLabelText('A day, all collections')).toHaveValue('40,000,000');
  });
});

it('settings of the platform take what a second person approved', async () => {
  serve(platformSettings.get, ok(aPlatform));
  const { client } = await renderPage('/settings?tab=platform');
  await type(/Settlement Fee/, '2,000');
  const now = { ...aPlatform, payoutExpiryDays: 2 };
  serve(platformSettings.get, ok(now));
  serve(platformSettings.update, ok({ ...now, settlementFee: 2_000 }, { approvalId: null }));
  await act(() => client.invalidateQueries({ queryKey: key('settings') }));
  expect(await alertOf(title)).toHaveTextContent('Payouts Expire After is now 2 days.');
  await press('Save Settings');
  await expectToast('Platform settings saved');
  expect(calls(platformSettings.update)[0]?.body).toEqual({
    ...now,
    settlementFee: 2_000,
    basedOn: now,
  });
});

it('a ceiling that somebody else set is kept or replaced knowingly', async () => {
  const { client } = await openLimits();
  await type('Ceiling', '500,000');
  serve(payoutRules.get, ok(aPayoutRule({ ceiling: 900_000 })));
  serve(payoutRules.saveCeiling, ok(aPayoutRule({ ceiling: 500_000 }), { approvalId: null }));
  await act(() => client.invalidateQueries({ queryKey: key('payout-rule') }));
  expect(await alertOf(title)).toHaveTextContent(
    'Ceiling is now UGX 900,000. You typed UGX 500,000.',
  );
  await press('Ceiling: keep mine');
  await press('Save Ceiling');
  await expectToast('Ceiling saved');
  expect(calls(payoutRules.saveCeiling)[0]?.body).toEqual({ ceiling: 500_000, basedOn: 900_000 });
});

it('a company shows what somebody else changed, and loses nothing that was typed', async () => {
  const company = aCompany();
  serve(companies.get, ok(company));
  await renderPage(`/companies/edit/${company.id}`);
  await type(/^Address/, 'Hoima Road 2');
  await type(/^Website/, 'https://mine.example');
  const theirs = {
    ...company,
    address: 'Jinja Road 7',
    description: 'Now with vouchers',
    updatedAt: '2026-02-01T00:00:00.000Z',
  };
  serve(companies.update, refused(409, 'Someone else changed this company in the meantime.'));
  serve(companies.get, ok(theirs));
  await press('Save Company');
  const panel = await alertOf(title);
  expect(panel).toHaveTextContent('Address is now "Jinja Road 7". You typed "Hoima Road 2".');
  expect(panel).toHaveTextContent('Description is now "Now with vouchers".');
  expect(within(panel).getAllByRole('button', { name: /mine$/ })).toHaveLength(1);
  expect(screen.getByLabelText(/^Website/)).toHaveValue('https://mine.example');
  await press('Address: take theirs');
  serve(companies.update, ok(theirs));
  await press('Save Company');
  await waitFor(() => expect(calls(companies.update)).toHaveLength(2));
  expect(calls(companies.update)[1]?.body).toMatchObject({
    address: 'Jinja Road 7',
    website: 'https://mine.example',
    description: 'Now with vouchers',
    updatedAt: theirs.updatedAt,
  });
});

function bodies(payment: number, day: number, month: number) {
  const one = { scope: 'company', direction: 'collection' } as const;
  return [
    { ...one, kind: 'payment', most: payment },
    { ...one, kind: 'day', most: day },
    { ...one, kind: 'month', most: month },
  ] as const;
}

function list(payment: number, day: number, month: number): PaymentLimit[] {
  const updatedAt = '2026-01-05T00:00:00.000Z';
  return bodies(payment, day, month).map((limit) => ({ ...limit, used: null, updatedAt }));
}

function openLimits() {
  serve(companies.get, ok(aCompany()));
  serve(limits.blocked, ok([]));
  serve(payoutRules.get, ok(aPayoutRule()));
  serve(limits.list, ok(list(25_000_000, 50_000_000, 600_000_000)));
  return renderPage(`/companies/${aCompany().id}/limits`);
}
