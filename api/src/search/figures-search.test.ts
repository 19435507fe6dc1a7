import type { Found } from '@sente/contract/search';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createPayment } from '../../test/factories.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId, role: 'client_admin' });
  accountId = await createAccount(test.owner, companyId);
});

interface Fields {
  readonly phoneNumber?: string;
  readonly amount?: bigint;
  readonly reference?: string;
  readonly networkReference?: string | null;
}

async function pay({ networkReference = null, ...fields }: Fields): Promise<string> {
  const id = await createPayment(test.owner, companyId, {
    accountId,
    phoneNumber: '256772111222',
    amount: 4_419_600_00n,
    ...fields,
  });
  await test.owner.rows('update payments set network_reference = $2 where id = $1', [
    id,
    networkReference,
  ]);
  return id;
}

async function find(actor: TestActor, text: string): Promise<Found['payments']> {
  const path = actor === staff ? '/Search' : '/Search/own-company';
  const answer = await test.call(actor, 'GET', `${path}?search=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return answer.body.data.payments;
}

it('of four figures an amount comes first, then how a number ends, how something begins, and what contains them', async () => {
  // What is nearer is older, so that the order is not that of time.
  const amount = await pay({ amount: 7_000_00n });
  const end = await pay({ phoneNumber: '256772017000' });
  const beginning = await pay({ networkReference: '70001234567' });
  const inside = await pay({ phoneNumber: '256772700055' });
  const wanted = [
    [amount, 'amount'],
    [end, 'phonePart'],
    [beginning, 'networkReference'],
    [inside, 'phonePart'],
  ];
  for (const actor of [staff, member]) {
    for (const text of ['7000', '7 000']) {
      const found = (await find(actor, text)).map(({ id, match }) => [id, match]);
      // A reference has no space in it.
      expect(found, text).toEqual(
        wanted.filter(([, match]) => text === '7000' || match !== 'networkReference'),
      );
    }
  }
});

it('what is exact is not cut off by many that are newer and weaker', async () => {
  const amount = await pay({ amount: 8_431_00n });
  const whole = await pay({ networkReference: '8431' });
  const end = await pay({ phoneNumber: '256772018431' });
  for (let n = 10; n < 22; n++) {
    await pay({ networkReference: `8431${n}`, phoneNumber: `2567728431${n}` });
  }
  for (const actor of [staff, member]) {
    const found = (await find(actor, '8431')).map(({ id }) => id);
    expect(found.slice(0, 3)).toEqual([amount, whole, end]);
    expect(found).toHaveLength(5);
  }
});

it('a whole reference is found where many payments have that amount, and begin with it', async () => {
  const whole = await pay({ reference: '96500' });
  for (let n = 10; n < 22; n++) await pay({ amount: 96_500_00n, reference: `96500-${n}` });
  for (const actor of [staff, member]) {
    const found = await find(actor, '96500');
    expect(found[0]).toMatchObject({ match: 'amount' });
    expect(found.map(({ id }) => id)).toContain(whole);
  }
});

it('the recipients whose number ends with the figures come before those that contain them', async () => {
  for (const [label, phoneNumber] of [
    ['Achieng', '+256772555044'],
    ['Zziwa', '+256772015550'],
  ]) {
    await test.owner.rows(
      `insert into recipients (id, company_id, label, phone_number, network)
       values (gen_random_uuid(), $1, $2, $3, 'MTN')`,
      [companyId, label, phoneNumber],
    );
  }
  const answer = await test.call(member, 'GET', '/Search/own-company?search=5550');
  const names = answer.body.data.recipients.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Zziwa', 'Achieng']);
});
