import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createAccount } from '../../../test/factories.ts';
import { callSigned, createCredential, type TestCredential } from '../../../test/signed.ts';
import { uuidV7 } from '../../db/uuid.ts';

let test: TestApp;
let member: TestActor;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  member = await createMember(test.owner);
  accountId = await createAccount(test.owner, member.companyId ?? '', { balance: 10_000_00n });
});

describe('a request of the portal', () => {
  const ask = (fields: Record<string, unknown>) =>
    test.call(member, 'POST', `/Transaction/company/${member.companyId}/requests`, {
      kind: 'send-money',
      accountId,
      amount: 500,
      phoneNumber: '0772 123456',
      network: 'AIRTEL',
      idempotencyKey: uuidV7(),
      ...fields,
    });
  const payments = () => test.owner.rows('select network from payments order by id');

  it.each(['add-money', 'send-money', 'withdraw'])(
    '%s with an MTN number by Airtel is refused, and stores nothing',
    async (kind) => {
      const before = await payments();
      const { status, body } = await ask({ kind });
      expect(status).toBe(409);
      const message =
        'This looks like an MTN number. Choose MTN, or confirm that it is on Airtel now.';
      expect(body).toMatchObject({
        code: 'network_differs',
        message,
        fields: { network: message },
      });
      expect(await payments()).toEqual(before);
    },
  );

  it('is accepted once it is confirmed, under the same key, and repeated as it is', async () => {
    const idempotencyKey = uuidV7();
    expect((await ask({ idempotencyKey })).status).toBe(409);
    const confirmed = await ask({ idempotencyKey, isNetworkConfirmed: true });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(confirmed.body.data).toMatchObject({ network: 'AIRTEL', phoneNumber: '256772123456' });
    const again = await ask({ idempotencyKey, isNetworkConfirmed: true });
    expect(again.body.data.id).toBe(confirmed.body.data.id);
  });

  it.each([
    ['0772 123456', 'MTN'],
    ['0752 123456', 'AIRTEL'],
    // No network owns this prefix.
    ['0712 123456', 'AIRTEL'],
  ])('%s by %s needs no confirmation', async (phoneNumber, network) => {
    expect((await ask({ phoneNumber, network })).status).toBe(200);
  });
});

describe('an order of the payments API', () => {
  let keys: TestCredential;
  beforeAll(async () => {
    keys = await createCredential(test.owner, member.companyId ?? '');
  });

  it.each([
    ['0752123456', undefined, null],
    ['0752123456', 'AIRTEL', null],
    ['0752123456', 'MTN', 'AIRTEL'],
    ['0772123456', 'AIRTEL', 'MTN'],
    ['0712123456', 'MTN', null],
  ])(
    '%s by %s is accepted and answers the likely network',
    async (phoneNumber, network, likely) => {
      const answer = await callSigned(test, keys, {
        method: 'POST',
        path: '/v1/Payments/collections',
        body: { phoneNumber, amount: 700, reference: 'Order 7', ...(network && { network }) },
      });
      expect(answer.status, answer.text).toBe(202);
      expect(answer.body.data).toEqual({
        transactionId: expect.any(String),
        status: 'PENDING',
        likelyNetwork: likely,
        awaitsApproval: false,
      });
    },
  );
});
