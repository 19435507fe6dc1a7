import { contract } from '@sente/contract';
import type { AuditEntry } from '@sente/contract/audit';
import { describe, expect, it } from 'vitest';
import { anAuditEntry } from '../../testing/records.ts';
import { detailsOf } from './audit-details.ts';
import { namedSentence, reasonOf, sentenceOf, whoOf } from './audit-sentences.ts';

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({ ...anAuditEntry, ...fields });

describe('the sentence', () => {
  it('describes what was done, or what was attempted', () => {
    expect(sentenceOf(entry({}))).toBe('Changed the company');
    expect(sentenceOf(entry({ result: 'refused' }))).toBe('Tried to change the company');
  });

  it('names the record, except for whom it is done by', () => {
    const named = entry({
      action: 'users.create',
      subjectType: 'users',
      subjectName: 'Grace Apio',
      details: { name: 'Grace Apio' },
    });
    expect(namedSentence(named)).toBe('Created the user: Grace Apio');
    expect(detailsOf(named)).toEqual([]);
    expect(namedSentence({ ...named, subjectId: named.actorId })).toBe('Created the user');
    const inCompany = { ...named, subjectType: 'companies', subjectName: 'Gulu Builders' };
    expect(namedSentence(inCompany)).toBe('Created the user');
    expect(namedSentence({ ...named, subjectName: null })).toBe('Created the user');
  });

  it('says whether credentials were activated or deactivated', () => {
    const toggle = { action: 'credentials.toggle' };
    expect(sentenceOf(entry({ ...toggle, details: { isActive: true } }))).toBe(
      'Activated the API credentials',
    );
    expect(sentenceOf(entry({ ...toggle, details: { isActive: false } }))).toBe(
      'Deactivated the API credentials',
    );
    expect(sentenceOf(entry({ ...toggle, result: 'refused' }))).toBe(
      'Tried to switch the API credentials on or off',
    );
  });

  it.each([
    ['users.update', false, 'Deactivated the user'],
    ['users.update', true, 'Activated the user'],
    ['accounts.update', true, 'Activated the account'],
    ['accounts.update', false, 'Deactivated the account'],
    ['accounts.deactivate', false, 'Deactivated the account'],
  ])('says which way %s switched: %s', (action, isActive, sentence) => {
    const details = { changed: ['isActive'], from: { isActive: !isActive }, to: { isActive } };
    expect(sentenceOf(entry({ action, details }))).toBe(sentence);
    expect(detailsOf(entry({ action, details }))).toEqual([]);
  });

  it('tells that somebody asked although an earlier payment was being checked', () => {
    const details = { amount: 5_000, phoneNumber: '256772123456', isRepeatConfirmed: true };
    const told = detailsOf(entry({ action: 'till.ask', details }));
    expect(told).toContain('Ordered although an earlier one was being checked: yes');
  });

  it('names the list of all transactions', () => {
    expect(sentenceOf(entry({ action: 'dashboards.transactions', result: 'refused' }))).toBe(
      'Tried to list the transactions of all companies',
    );
  });

  it('exists for every call of the contract', () => {
    for (const [group, calls] of Object.entries(contract)) {
      for (const name of Object.keys(calls)) {
        const action = `${group}.${name}`;
        expect(sentenceOf(entry({ action })), action).not.toContain(action);
        expect(sentenceOf(entry({ action, result: 'refused' }))).toMatch(/^Tried to \w/);
      }
    }
  });

  it('shows an action of a later version as it is', () => {
    expect(sentenceOf(entry({ action: 'companies.merge' }))).toBe('companies.merge');
    expect(sentenceOf(entry({ action: 'toString', result: 'refused' }))).toBe('Tried toString');
  });
});

describe('the reason', () => {
  it.each([
    ['forbidden', 'No permission'],
    ['not_found', 'Not found'],
    ['refused', 'Not possible at that time'],
    ['sign_in_failed', 'Wrong email or password'],
    ['account_frozen', 'The account is frozen'],
    ['something_new', 'something new'],
  ])('the reason %s is shown as %s', (code, text) => {
    expect(reasonOf(entry({ result: 'refused', details: { code } }))).toBe(text);
  });

  it('the reason may be missing', () => {
    expect(reasonOf(entry({}))).toBeNull();
  });
});

describe('the actor', () => {
  it('the actor has a name and an email, or what is known without them', () => {
    expect(whoOf(entry({ actorName: 'David Okello' }))).toBe('David Okello (admin@sente.test)');
    expect(whoOf(entry({}))).toBe('admin@sente.test');
    const nobody = { actorEmail: null, isByProvider: false };
    expect(whoOf(entry(nobody))).toBe('Unknown');
    expect(whoOf(entry({ ...nobody, actorId: null }))).toBe('System');
    expect(whoOf(entry({ ...nobody, actorId: null, action: 'auth.login' }))).toBe('Somebody');
    expect(whoOf(entry({ actorEmail: null, actorId: null }))).toBe('The provider');
  });
});

describe('the details', () => {
  it('the details are readable, without ids and without repetition', () => {
    expect(
      detailsOf(
        entry({
          details: {
            changed: ['phoneNumber', 'logoUrl', 'isActive'],
            name: 'Gulu Builders',
            code: 'refused',
            reversal: '00000000-0000-7000-8000-00000000000b',
            initialDeposit: 50_000,
            amount: 7_000,
            nothing: null,
            odd: { nested: true },
          },
        }),
      ),
    ).toEqual([
      'Name: Gulu Builders',
      'Initial deposit: UGX 50,000',
      'Amount: UGX 7,000',
      'Changed: phone number, logo URL, status',
    ]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['networkNotices.confirm', { decision: 'release' }, ['Decision: Release from suspense']],
    ['reconciliation.settle', { action: 'suspense' }, ['Action: Write to suspense']],
    ['approvals.ask', { kind: 'deposit' }, ['Request: Deposit']],
    ['approvals.ask', { kind: 'limit' }, ['Request: Limits']],
    [
      'approvals.ask',
      { kind: 'limit', limitOf: 'payout-ceiling', from: { ceiling: 'a' }, to: { ceiling: 'b' } },
      ['Request: Payout ceiling', 'Ceiling: a \u2192 b'],
    ],
    ['accessLinks.setPassword', { kind: 'invitation' }, ['Link: Invitation']],
    [
      'transactions.request',
      { kind: 'send-money', amount: 5 },
      ['Kind: Send Money', 'Amount: UGX 5'],
    ],
    [
      'roles.assignPermission',
      { permission: 'canViewUsers' },
      ['Permission: See the people of the company'],
    ],
    [
      'settlements.saveSchedule',
      { every: 'week', weekday: 2, keep: 7_000 },
      ['Every: Every week', 'Weekday: Tuesday', 'Keep: UGX 7,000'],
    ],
    [
      'notifications.updatePreferences',
      { from: { 'low-stock': ['bell', 'email'] }, to: { 'low-stock': ['bell'] } },
      ['Low stock: Bell, Email \u2192 Bell'],
    ],
    ['limits.block', { phoneNumber: '256772123456' }, ['Phone number: +256 772 123456']],
    ['recipients.add', { phoneNumber: '0770000012' }, ['Phone number: +256 770 000012']],
    [
      'accounts.update',
      { changed: ['accountType'], from: { accountType: 1 }, to: { accountType: 3 } },
      ['Account type: Savings \u2192 Business'],
    ],
  ])('says %s %j in the words of the screens', (action, details, texts) => {
    expect(detailsOf(entry({ action, details }))).toEqual(texts);
  });

  it('names only the limits that change, as their page does', () => {
    const details = {
      changed: ['limits'],
      from: { limits: ['payout, company, day: 5000000', 'payout, api, number: 3'] },
      to: { limits: ['payout, company, day: 9000000', 'payout, api, number: 3'] },
    };
    const texts = ['All payouts, a day: UGX 5,000,000 \u2192 UGX 9,000,000'];
    expect(detailsOf(entry({ action: 'limits.save', details }))).toEqual(texts);
    const asked = { kind: 'limit', limitOf: 'limits', from: details.from, to: details.to };
    expect(detailsOf(entry({ action: 'approvals.ask', details: asked }))).toEqual([
      'Request: Limits',
      ...texts,
    ]);
  });

  it('names what was tried instead of an id', () => {
    const details = { code: 'not_found', tried: 'abc' };
    const tried = entry({
      action: 'transactions.get',
      result: 'refused',
      subjectId: null,
      details,
    });
    expect(detailsOf(tried)).toEqual(['ID: abc']);
  });

  it('the details of guesses say how many there were, and from where', () => {
    const details = {
      code: 'sign_in_failed',
      furtherAttempts: 6,
      addresses: ['10.0.0.1', '10.0.0.2'],
    };
    expect(detailsOf(entry({ details }))).toEqual([
      'Further attempts: 6',
      'Addresses: 10.0.0.1, 10.0.0.2',
    ]);
  });

  it('the details show values before and after, or only the field name when there are none', () => {
    expect(
      detailsOf(
        entry({
          action: 'users.update',
          details: {
            to: {
              email: 'b@y.test',
              phoneNumber: '+256 772 1',
              company: { id: '00000000-0000-7000-8000-00000000000b', name: 'Gulu Builders' },
              isActive: false,
              roles: ['client_admin'],
              isStaff: false,
            },
            from: {
              email: 'a@x.test',
              phoneNumber: null,
              company: null,
              isActive: true,
              roles: ['client_user'],
              isStaff: true,
            },
            changed: [
              'email',
              'phoneNumber',
              'company',
              'isActive',
              'roles',
              'isStaff',
              'password',
            ],
          },
        }),
      ),
    ).toEqual([
      'Email: a@x.test \u2192 b@y.test',
      'Phone number: none \u2192 +256 772 1',
      'Company: none \u2192 Gulu Builders',
      'Role: client_user \u2192 client_admin',
      'Staff: yes \u2192 no',
      'Changed: password',
    ]);
  });

  it('the details mention a name once, and list several roles', () => {
    const renamed = {
      name: 'Teller',
      changed: ['name', 'description'],
      from: { name: 'Cashier', description: null },
      to: { name: 'Teller', description: 'At the counter' },
    };
    expect(detailsOf(entry({ action: 'roles.update', details: renamed }))).toEqual([
      'Name: Cashier \u2192 Teller',
      'Description: none \u2192 At the counter',
    ]);
    const given = {
      role: 'Auditor',
      changed: ['roles'],
      from: { roles: ['client_user'] },
      to: { roles: ['client_user', 'Auditor'] },
    };
    expect(detailsOf(entry({ action: 'users.assignRole', details: given }))).toEqual([
      'Role: Auditor',
      'Roles: client_user \u2192 client_user, Auditor',
    ]);
  });

  it('the details stay readable for any stored value', () => {
    const odd = { changed: ['phone', 7], from: null, to: { phone: { deep: [1] }, toString: 'x' } };
    expect(detailsOf(entry({ details: odd }))).toEqual([
      'To string: none \u2192 x',
      'Changed: phone',
    ]);
  });

  it('the details say nothing of a save that changed nothing', () => {
    expect(detailsOf(entry({ details: { changed: [] } }))).toEqual([]);
  });
});
