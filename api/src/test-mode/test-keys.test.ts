import { expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { createAccount } from '../../test/factories.ts';
import { callSigned, createCredential, signedHeaders } from '../../test/signed.ts';
import { bothWorlds, createTestKey, inTest } from '../../test/test-mode.ts';
import { isOurKey } from '../credentials/keys.ts';
import { createMirror } from './mirror.ts';

const both = bothWorlds();

const balance = { method: 'GET', path: '/v1/Payments/balance' } as const;

it('a key that was made in test mode says so, and is listed only there', async () => {
  const { live } = both;
  const member = await createMember(live.owner);
  const key = await createTestKey(both.live, member);
  expect(key.channelId).toMatch(/^snt_test_ch_/);
  expect(key.secretKey).toMatch(/^snt_test_sk_/);
  expect([key.channelId, key.secretKey].map(isOurKey)).toEqual([true, true]);

  const path = `/Company/${member.companyId}/keys`;
  expect((await inTest(live, member, 'GET', path)).body.data).toMatchObject([{ id: key.id }]);
  expect((await live.call(member, 'GET', path)).body.data).toEqual([]);
});

it('a wrong password makes no key in test mode either', async () => {
  const member = await createMember(both.live.owner);
  // Not proved lately: the session is older than ten minutes.
  await both.live.owner.rows(
    "update sessions set created_at = now() - interval '1 hour' where user_id = $1",
    [member.userId],
  );
  const body = { name: 'Shop', scopes: ['read'], allowedAddresses: [], currentPassword: 'wrong' };
  const answer = await inTest(both.live, member, 'POST', '/ApiKeys', body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

it('a signed call with it sees and moves only play money, and the answer says so', async () => {
  const { live, other } = both;
  const member = await createMember(live.owner);
  await createAccount(live.owner, member.companyId ?? '', { balance: 987_654_300n });
  const key = await createTestKey(both.live, member);
  const seen = await callSigned(live, key, balance);
  expect(seen.headers['sente-mode']).toBe('test');
  expect(seen.body).toMatchObject({ mode: 'test', success: true });
  expect(seen.text).toContain('10000000');
  expect(seen.text).not.toContain('9876543');

  const paid = await callSigned(live, key, {
    method: 'POST',
    path: '/v1/Payments/collections',
    body: { phoneNumber: '0770000001', amount: 1_000, reference: 'Order 1' },
  });
  expect([paid.status, paid.body]).toMatchObject([202, { mode: 'test' }]);
  const sql = 'select from payments where company_id = $1';
  expect(await live.owner.row(sql, [member.companyId])).toBeUndefined();
  expect(await other.owner.row(sql, [member.companyId])).toBeDefined();
});

it('a refusal says test too, also of what cannot be read further than the key', async () => {
  const key = await createTestKey(both.live, await createMember(both.live.owner));
  const old = await callSigned(both.live, key, { ...balance, timestamp: 1_700_000_000 });
  expect(old.body).toMatchObject({ code: 'signature_expired', mode: 'test' });
  const wrong = await callSigned(both.live, { ...key, secretKey: 'guess' }, balance);
  expect(wrong.body).toMatchObject({ code: 'signature_invalid', mode: 'test' });
});

it('a live key answers with live, and does not work in test mode', async () => {
  const { live } = both;
  const member = await createMember(live.owner);
  await createAccount(live.owner, member.companyId ?? '', { balance: 300_00n });
  const key = await createCredential(live.owner, member.companyId ?? '');
  const answer = await callSigned(live, key, balance);
  expect(answer.body).toMatchObject({ mode: 'live', success: true });
  expect(answer.headers['sente-mode']).toBeUndefined();
});

it.each(['snt_test_', 'snt_'])(
  'the text of a key under another prefix is nobody: %s',
  async (to) => {
    const { live } = both;
    const member = await createMember(live.owner);
    await createAccount(live.owner, member.companyId ?? '');
    const key = await createTestKey(both.live, member);
    const liveKey = await createCredential(live.owner, member.companyId ?? '');
    const [own, other] = to === 'snt_' ? [key, liveKey] : [liveKey, key];
    const renamed = own.channelId.replace(/^(?:snt_test_)?/, to);
    for (const channelId of [renamed, other.channelId]) {
      const answer = await callSigned(live, { ...own, channelId }, balance);
      expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid']);
    }
  },
);

it('a header that contradicts the key is refused', async () => {
  const { live } = both;
  const member = await createMember(live.owner);
  const key = await createCredential(live.owner, member.companyId ?? '');
  const testKey = await createTestKey(both.live, member);
  for (const [credential, mode] of [
    [key, 'test'],
    [testKey, 'live'],
  ] as const) {
    const headers = { ...signedHeaders(credential, balance), 'sente-mode': mode };
    const answer = await live.app.inject({ url: `/api${balance.path}`, headers });
    expect(answer.json().code).toBe('mode_differs');
  }
});

it('an archived company is out of test mode within a minute', async () => {
  const { live, other } = both;
  const member = await createMember(live.owner);
  const companyId = member.companyId ?? '';
  const key = await createTestKey(both.live, member);
  await live.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
  const enter = createMirror(live.database, other.database, async () => {}, 0);
  await expect(enter({ companyId, userId: null })).rejects.toThrow('not active');
  const answer = await callSigned(live, key, balance);
  expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid']);
});
