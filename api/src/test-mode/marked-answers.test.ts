import { expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { bothWorlds, inTest } from '../../test/test-mode.ts';
import { until } from '../../test/until.ts';
import { createWebhook, startReceiver } from '../../test/webhooks.ts';

const both = bothWorlds();

async function memberWithAccount() {
  const member = await createMember(both.live.owner);
  const { body } = await inTest(both.live, member, 'GET', `/Account/company/${member.companyId}`);
  const accountId: string = body.data.find(
    ({ balance }: { readonly balance: number }) => balance > 0,
  ).id;
  return { member, accountId };
}

/** Paid by the simulated networks; its transaction. */
async function sendMoney(member: TestActor, accountId: string): Promise<string> {
  const asked = await inTest(
    both.live,
    member,
    'POST',
    `/Transaction/company/${member.companyId}/requests`,
    {
      kind: 'send-money',
      accountId,
      amount: 2_000,
      phoneNumber: '0770000001',
      network: 'MTN',
      note: 'Rent',
    },
  );
  const { id } = asked.body.data;
  await until('it is paid', async () => {
    const { body } = await inTest(both.live, member, 'GET', `/Transaction/${id}`);
    return body.data.status === 'completed';
  });
  return id;
}

it('receipts and files say that they are tests', async () => {
  const { live } = both;
  const { member, accountId } = await memberWithAccount();
  const id = await sendMoney(member, accountId);
  const receipt = await inTest(live, member, 'GET', `/Transaction/${id}/receipt`);
  expect(receipt.body.data.mark).toBe('test');
  const file = await inTest(live, member, 'GET', `/Transaction/${id}/receipt/pdf`);
  expect(file.headers['content-disposition']).toContain('filename="TEST-receipt-');
  expect(pdfText(file.bytes)).toContain('No real money moved');
  const days = 'startDate=2026-01-01&endDate=2026-01-31';
  const statement = await inTest(live, member, 'GET', `/Account/${accountId}/statement?${days}`);
  expect(statement.headers['content-disposition']).toContain('filename="TEST-');
  const [, mark] = statement.text.split('\r\n');
  expect(mark).toBe('"","","","TEST MODE: no real money moved","","",""');
});

it('events say that they are tests', async () => {
  const { other } = both;
  const { member, accountId } = await memberWithAccount();
  const receiver = await startReceiver();
  await createWebhook(other.owner, member.companyId ?? '', `${receiver.origin}/hook`);
  await sendMoney(member, accountId);
  await until('the event arrives', async () => receiver.received.length > 0);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'payment.succeeded',
    mode: 'test',
  });
  const asked = await inTest(both.live, member, 'GET', '/Events');
  expect(asked.body.data).toMatchObject([{ type: 'payment.succeeded', mode: 'test' }]);
});

it('a payment link of test mode opens a page that says so, and is paid in the test world', async () => {
  const { live, other } = both;
  const { member, accountId } = await memberWithAccount();
  const wish = { accountId, amount: 1_500, purpose: 'Chairs', isOnce: false };
  const made = await inTest(live, member, 'POST', '/PaymentLinks', wish);
  expect(made.status, made.text).toBe(200);
  const { pathname } = new URL(made.body.data.url);
  expect(pathname).toMatch(/^\/pay\/test/);
  const page = await live.app.inject({ url: pathname });
  expect(page.body).toContain('Test mode: no real money moves');

  const payload = 'phoneNumber=0770000001&network=MTN&amount=1500';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await live.app.inject({ method: 'POST', url: pathname, headers, payload });
  const sql = "select from payments where company_id = $1 and direction = 'collection'";
  expect(await other.owner.row(sql, [member.companyId])).toBeDefined();
  expect(await live.owner.row(sql, [member.companyId])).toBeUndefined();
});
