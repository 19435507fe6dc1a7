import { accessLinks } from '@sente/contract/access-links';
import { companies } from '@sente/contract/companies';
import { factors } from '@sente/contract/factors';
import { passkeys } from '@sente/contract/passkeys';
import { roles } from '@sente/contract/roles';
import { site } from '@sente/contract/site';
import { updateUserBody, users } from '@sente/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lost, ok, refused, silent } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { providePasskeys } from '../../testing/passkeys.ts';
import { administrator, owner, ownCompanyId, ownUserId } from '../../testing/people.ts';
import { aCompany, aFactorState, aListedCompany, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';

const me = aUser({ id: ownUserId, companyId: ownCompanyId });
const newEmail = `${me.email}.ug`;

beforeEach(() => {
  serve(users.get, ok(me));
  serve(users.update, ok({ ...me, newEmail }));
  serve(roles.list, ok([]));
  serve(companies.list, ok([aListedCompany({ id: ownCompanyId })]));
  serve(companies.get, ok(aCompany({ id: ownCompanyId })));
});

describe.each([
  ['the back-office', '/users', administrator],
  ['the client portal', '/client/users', owner],
])('the own email in %s', (_, path, as) => {
  it('needs the password alone without a second factor', async () => {
    await open();
    await waitFor(() => expect(calls(factors.get)).toHaveLength(1));
    await save();
    expect(await screen.findByText('Current password is required')).toBeVisible();
    expect(sent()).toEqual([]);
    await fill(/^Current Password/, 'My-own-1');
    expect(screen.queryByLabelText(/^Code/)).not.toBeInTheDocument();
    await save();
    await expectToast(saved);
    expect(sent()[0]).toMatchObject({ email: newEmail, currentPassword: 'My-own-1' });
    expect(sent()[0]).not.toHaveProperty('code');
  });

  it('needs a code of whoever has an app, and a wrong one keeps what was typed', async () => {
    serve(factors.get, ok(withApp));
    await open();
    expect(await screen.findByLabelText(/^Code/)).toHaveAccessibleDescription(
      'From your app, or a recovery code',
    );
    expect(screen.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument();
    await fill(/^Current Password/, 'My-own-1');
    await fill(/^Code/, '000000');
    const wrong = 'This code is not right, or it was used already';
    serve(users.update, refused(400, wrong, { fields: { code: wrong } }));
    await save();
    await waitFor(() => expect(code()).toHaveFocus());
    expect(code()).toHaveAccessibleDescription(wrong);
    expect(password()).toHaveValue('My-own-1');
    serve(users.update, ok({ ...me, newEmail }));
    await fill(/^Code/, '123456');
    await save();
    await expectToast(saved);
    const proof = { currentPassword: 'My-own-1', code: '123456' };
    const body = updateUserBody.parse(sent().at(-1));
    expect(body).toMatchObject({ email: newEmail, ...proof });
    expect(body).not.toHaveProperty('password');
  });

  it('takes a passkey, after the password and before the server is asked', async () => {
    const browser = providePasskeys();
    serve(factors.get, ok(withPasskey));
    serve(passkeys.ask, ok({ challenge: 'the challenge', options: { challenge: 'Y2hhbA' } }));
    const { address } = await open();
    expect(await screen.findByText('Your browser asks for your passkey next.')).toBeVisible();
    await save();
    expect(await screen.findByText('Current password is required')).toBeVisible();
    expect(browser.asked).toEqual([]);
    await fill(/^Current Password/, 'My-own-1');
    browser.person('declines');
    await save();
    await expectToast('The passkey was not used. Try again.');
    expect(sent()).toEqual([]);
    expect(address()).toBe(`${path}/${ownUserId}/edit`);
    browser.person('uses');
    await save();
    await expectToast(saved);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({
      currentPassword: 'My-own-1',
      passkey: { challenge: 'the challenge' },
    });
    expect(sent()[0]).not.toHaveProperty('code');
  });

  it('takes a recovery code instead of a passkey', async () => {
    providePasskeys();
    serve(factors.get, ok(withPasskey));
    await open();
    await screen.findByText('Your browser asks for your passkey next.');
    await press('Use a recovery code instead');
    expect(code()).toHaveAccessibleDescription('A recovery code');
    await fill(/^Current Password/, 'My-own-1');
    await fill(/^Code/, 'AAAA-BBBB-CCCC-DDDD');
    await save();
    await expectToast(saved);
    expect(sent()[0]).toMatchObject({ code: 'AAAA-BBBB-CCCC-DDDD' });
    expect(sent()[0]).not.toHaveProperty('passkey');
  });

  it.each([
    ['was added elsewhere', ok(aFactorState())],
    ['could not be read', silent],
  ])('asks for the code that the server misses, if the factor %s', async (_what, state) => {
    serve(factors.get, state);
    serve(users.update, missesCode);
    await open();
    await waitFor(() => expect(calls(factors.get).length).toBeGreaterThan(0));
    await fill(/^Current Password/, 'My-own-1');
    await fill(/^First Name/, 'Gracey');
    serve(factors.get, ok(withApp));
    await save();
    await waitFor(() => expect(code()).toHaveFocus());
    expect(screen.getByText('You have a second factor. Show it as well.')).toBeVisible();
    expect(password()).toHaveValue('My-own-1');
    expect(screen.getByLabelText(/^Email/)).toHaveValue(newEmail);
    serve(users.update, ok({ ...me, newEmail }));
    await fill(/^Code/, '123456');
    await save();
    await expectToast(saved);
    expect(sent().at(-1)).toMatchObject({ firstName: 'Gracey', email: newEmail, code: '123456' });
  });

  it('asks for nothing once it is as before', async () => {
    serve(factors.get, ok(withApp));
    await open();
    await screen.findByLabelText(/^Code/);
    await user.type(screen.getByLabelText(/^Email/), '{Backspace}{Backspace}{Backspace}');
    expect(screen.queryByLabelText(/^Code/)).not.toBeInTheDocument();
    expect(screen.queryByLabelText(/^Current Password/)).not.toBeInTheDocument();
    serve(users.update, ok(me));
    await save();
    await expectToast('User updated successfully');
    expect(sent()[0]).not.toHaveProperty('currentPassword');
  });

  const offers = { takesEnquiries: false, hasOpenDemo: false };
  it.each([
    ['a link where mail is sent', ok({ ...offers, sendsMail: true }), /^Confirms .* send a link/],
    ['no link without mail', ok({ ...offers, sendsMail: false }), /counts at once: this/],
    ['nothing while that is unknown', lost, /^Confirms the change\.$/],
  ])('promises %s', async (_what, answer, text) => {
    serve(site.offers, answer);
    await open();
    await waitFor(() => expect(calls(site.offers).length).toBeGreaterThan(0));
    await waitFor(() => expect(password()).toHaveAccessibleDescription(text));
  });

  it('of somebody else needs no proof, and waits for that person', async () => {
    const grace = aUser({ companyId: ownCompanyId });
    serve(users.get, ok(grace));
    serve(users.update, ok({ ...grace, newEmail }));
    await renderPage(`${path}/${grace.id}/edit`, { as });
    await user.type(await screen.findByLabelText(/^Email/), '.ug');
    expect(screen.queryByLabelText(/^Current Password/)).not.toBeInTheDocument();
    serve(users.get, ok({ ...grace, newEmail }));
    await save();
    await expectToast(`Saved. Grace has to open the link that we sent to ${newEmail}`);
    expect(
      await screen.findByText(new RegExp(`^Waits for confirmation of ${newEmail}`)),
    ).toBeVisible();
    expect(calls(factors.get).filter(({ params }) => params['id'] === ownUserId)).toEqual([]);

    serve(accessLinks.withdrawEmail, ok(null));
    serve(users.get, ok(grace));
    await press('Withdraw');
    await expectToast('The new email was withdrawn');
    expect(calls(accessLinks.withdrawEmail).map(({ params }) => params['id'])).toEqual([grace.id]);
    expect(screen.queryByText(/^Waits for confirmation/)).not.toBeInTheDocument();
  });

  async function open() {
    const page = await renderPage(`${path}/${ownUserId}/edit`, { as });
    await user.type(await screen.findByLabelText(/^Email/), '.ug');
    return page;
  }
});

const january = '2026-01-31T09:00:00.000Z';
const withApp = aFactorState({ app: { since: january }, recoveryCodesLeft: 10 });
const withPasskey = aFactorState({
  passkeys: [
    {
      id: '99999999-9999-4999-8999-999999999999',
      name: 'My phone',
      createdAt: january,
      lastUsedAt: null,
    },
  ],
  recoveryCodesLeft: 10,
});
const missed = 'Enter a code of your second factor';
const missesCode = refused(400, missed, { fields: { code: missed } });
const save = () => press('Save Changes');
const sent = () => calls(users.update).map(({ body }) => body);
const password = () => screen.getByLabelText(/^Current Password/);
const code = () => screen.getByLabelText(/^Code/);
const saved = `Saved. Open the link that we sent to ${newEmail}`;
