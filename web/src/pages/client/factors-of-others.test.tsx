import { companies } from '@sente/contract/companies';
import { factors } from '@sente/contract/factors';
import { roles } from '@sente/contract/roles';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator, owner, ownCompanyId } from '../../testing/people.ts';
import { aCompany, aFactorState, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';

const id = '55555555-5555-4555-8555-555555555555';
const isOn = aFactorState({ app: { since: '2026-01-31T09:00:00.000Z' }, recoveryCodesLeft: 4 });

describe('the second factor of somebody else', () => {
  beforeEach(() => {
    serve(users.get, ok(aUser({ id, firstName: 'Grace', lastName: 'Apio' })));
    serve(roles.list, ok([]));
    serve(factors.get, ok(isOn));
  });

  async function ask(): Promise<HTMLElement> {
    await press('Remove Second Factor');
    const window = await screen.findByRole('dialog', { name: /^Remove the second factor of/ });
    await fill(/^Reason/, 'Lost the phone');
    await fill('Password', 'Demo-pass-1');
    await fill('Code', '123456');
    return window;
  }

  it('is removed with a reason and the own password and factor', async () => {
    await renderPage(`/client/users/${id}`, { as: owner });
    expect(await screen.findByText(/4 recovery codes left/)).toBeVisible();
    const window = await ask();
    expect(window).toHaveTextContent('They and the other administrators are told');
    serve(factors.reset, refused(409, 'Told by the server'));
    await press('Remove', window);
    expect(await within(window).findByText('Told by the server')).toBeVisible();
    serve(factors.reset, ok(null, { approvalId: null }));
    serve(factors.get, ok(aFactorState()));
    await press('Remove', window);
    await expectToast('The second factor is removed');
    expect(calls(factors.reset).at(-1)?.body).toEqual({
      reason: 'Lost the phone',
      currentPassword: 'Demo-pass-1',
      code: '123456',
    });
    await waitFor(() => expect(screen.queryByText('Remove Second Factor')).toBeNull());
  });

  it('of staff waits for a second person, and leads there', async () => {
    serve(users.get, ok(aUser({ id, isStaff: true, companyId: null })));
    await renderPage(`/users/${id}`, { as: administrator });
    const window = await ask();
    expect(within(window).getByText(/^A second person has to approve it/)).toBeVisible();
    serve(factors.reset, ok(null, { approvalId: id }));
    serve(factors.get, ok({ ...isOn, resetId: id }));
    await press('Remove', window);
    await expectToast('It waits for a second person');
    const link = await screen.findByRole('link', { name: 'waits for a second person' });
    expect(link).toHaveAttribute('href', `/approvals/${id}`);
  });
});

describe('a company', () => {
  beforeEach(() => serve(companies.get, ok(aCompany({ id: ownCompanyId }))));

  it('asks its people for a second factor, after a question', async () => {
    await renderPage('/client/settings?tab=company', { as: owner });
    const rule = await screen.findByLabelText('Everybody Needs a Second Factor');
    expect(rule).not.toBeChecked();
    expect(screen.getByText(/2 of 3 people have none yet/)).toBeVisible();
    await user.click(rule);
    const window = await screen.findByRole('alertdialog');
    const saved = { isRequired: true, people: 3, missing: 2 };
    serve(factors.saveRule, ok(saved));
    serve(factors.getRule, ok(saved));
    await press('Require It', window);
    await expectToast('Saved');
    expect(calls(factors.saveRule)[0]?.body).toEqual({ isRequired: true });
    await waitFor(() =>
      expect(screen.getByLabelText('Everybody Needs a Second Factor')).toBeChecked(),
    );
  });

  it('allows the password alone only with the own one', async () => {
    serve(factors.getRule, ok({ isRequired: true, people: 3, missing: 0 }));
    await renderPage('/client/settings?tab=company', { as: owner });
    await user.click(await screen.findByLabelText('Everybody Needs a Second Factor'));
    const window = await screen.findByRole('dialog', { name: 'Allow the password alone?' });
    expect(window).toHaveTextContent('The other administrators are told');
    await within(window).findByLabelText('Password');
    await press('Allow', window);
    expect(await within(window).findByText('Current password is required')).toBeVisible();
    expect(calls(factors.saveRule)).toEqual([]);
    await fill('Password', 'Demo-pass-1');
    const saved = { isRequired: false, people: 3, missing: 0 };
    serve(factors.saveRule, ok(saved));
    serve(factors.getRule, ok(saved));
    await press('Allow', window);
    await expectToast('Saved');
    expect(calls(factors.saveRule)[0]?.body).toEqual({
      isRequired: false,
      currentPassword: 'Demo-pass-1',
    });
  });
});
