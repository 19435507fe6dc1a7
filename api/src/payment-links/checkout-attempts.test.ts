import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createAccount } from '../../test/factories.ts';
import { startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { createLink, createPayer, formIn, type Payer } from '../../test/payers.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { createProduct, openedCodes } from '../../test/products.ts';
import { findViolations } from '../ledger/invariants.ts';
import { magicNumberOf, type BehaviourName } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let member: TestActor;
let companyId: string;
let accountId: string;
let payer: Payer;
let addresses = 0;

beforeAll(async () => {
  test = await startMobileMoney({ lateAfterMs: 1_500 });
}, 60_000);
beforeEach(async () => {
  // The numbers of the simulator are the same in every test.
  await test.owner.rows("delete from throttles where key like 'pay:%'");
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  payer = createPayer(test, `197.239.3.${++addresses}`);
});

const link = (fields: object = { amount: 5_000 }) =>
  createLink(test, member, { accountId, ...fields });
const number = (name: BehaviourName) => ({ phoneNumber: `+${magicNumberOf('MTN', name)}` });
const attempts = () =>
  test.owner.rows<{ number: number; status: string; checkout_id: string; payment_id: string }>(
    `select t.number, p.status, t.checkout_id, p.id as payment_id from payments p
     left join checkout_attempts t on t.payment_id = p.id where p.company_id = $1 order by p.id`,
    [companyId],
  );
const balance = async () => {
  const row = await test.owner.row<{ balance: string }>(
    'select balance from accounts where id = $1',
    [accountId],
  );
  return Number(row?.balance) / 100;
};
const checkoutsOf = async (id: string) =>
  (await test.call(member, 'GET', `/PaymentLinks/${id}/checkouts`)).body.data;

describe('a sale', () => {
  it('shows the voucher, the receipt and the signed way back to whoever has the secret', async () => {
    const product = { amount: 1_000_00n, codes: ['WIFI-77QX'], name: 'Day pass' };
    const { id: productId } = await createProduct(test.owner, companyId, product);
    const returnUrl = 'https://shop.example.test/done?lang=en';
    const { id, path } = await link({ productId, returnUrl, reference: 'Order 12' });
    const { location } = await payer.pay(path, number('approved'));
    const { text } = await payer.sees(location ?? '', 'WIFI-77QX');
    expect(text).toContain('Your voucher for Day pass');

    await test.owner.rows(
      "update companies set address = 'Kira Road 2, Kampala', phone = '+256772555111' where id = $1",
      [companyId],
    );
    const receipt = await test.app.inject(`${location}/receipt/1`);
    const lines = pdfText(receipt.rawPayload);
    for (const part of [
      'UGX 1,000',
      'Day pass',
      'WIFI-77QX',
      '+256 770 000001',
      'Order 12',
      'Kira Road 2, Kampala',
      '+256 772 555111',
    ]) {
      expect(lines).toContain(part);
    }
    const href = /href="(https:\/\/shop[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const back = Object.fromEntries(new URL(href).searchParams);
    expect(back).toMatchObject({
      lang: 'en',
      reference: 'Order 12',
      status: 'paid',
      amount: '1000',
    });
    const { lang: _lang, keyId, signature = '', ...fields } = back;
    const signed = ['sente-return-v1', ...Object.entries(fields).map((pair) => pair.join('='))];
    const { keys } = (await test.app.inject('/.well-known/sente-keys.json')).json();
    const { publicKey } = keys.find((key: { id: string }) => key.id === keyId);
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const isSigned = (lines: readonly string[]) =>
      verify(null, Buffer.from(lines.join('\n')), key, Buffer.from(signature, 'base64url'));
    expect(isSigned(signed)).toBe(true);
    expect(isSigned(signed.map((line) => line.replace('status=paid', 'status=failed')))).toBe(
      false,
    );

    // Another browser with the link alone sees nothing of it.
    const stranger = createPayer(test, '197.239.9.1');
    expect((await stranger.open(path)).text).not.toContain('WIFI-77QX');
    const guess = await stranger.open(`${path}/${'0'.repeat(26)}`);
    expect(guess.status).toBe(404);
    expect(await checkoutsOf(id)).toMatchObject([{ state: 'paid', attempts: [{ amount: 1_000 }] }]);
  });
});

describe('one checkout', () => {
  it('is paid once, however many windows send it at once', async () => {
    const { path } = await link();
    const { action, values } = formIn((await payer.open(path)).text);
    const sends = Array.from({ length: 8 }, () =>
      payer.send(action, { ...values, ...number('approved') }),
    );
    const answers = await Promise.all(sends);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    await payer.sees(answers[0]?.location ?? '', '<h2>Paid</h2>');
    expect(await attempts()).toMatchObject([{ number: 1, status: 'SUCCESS' }]);
    expect(await balance()).toBe(5_000);
  });

  it('asks one phone if two windows name two', async () => {
    const { path } = await link();
    const { action, values } = formIn((await payer.open(path)).text);
    const sends = ['waits for a person', 'expired'].map((name) =>
      payer.send(action, { ...values, ...number(name as BehaviourName) }),
    );
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual([303, 303]);
    expect(await attempts()).toHaveLength(1);
  });

  it('is tried again once the earlier attempt has failed, and not before', async () => {
    const { id, path } = await link();
    const { location } = await payer.pay(path, number('refused'));
    const own = location ?? '';
    const failed = await payer.sees(own, '<h2>Not paid</h2>');
    expect(failed.text).toContain('The payment was refused on the phone. Nothing was charged.');
    const { action, values } = formIn(failed.text);
    expect(action).toBe(own);
    // Two windows again, now of the second attempt.
    const again = { ...values, ...number('approved') };
    const answers = await Promise.all([payer.send(action, again), payer.send(action, again)]);
    expect(answers.map((each) => each.location)).toEqual([own, own]);
    await payer.sees(own, '<h2>Paid</h2>');
    await payer.send(action, again);
    const made = await attempts();
    expect(made).toMatchObject([
      { number: 1, status: 'FAILED' },
      { number: 2, status: 'SUCCESS' },
    ]);
    expect(new Set(made.map((each) => each.checkout_id)).size).toBe(1);
    expect(await balance()).toBe(5_000);
    expect(await checkoutsOf(id)).toMatchObject([{ state: 'paid', isPaidTwice: false }]);
  });

  it('is tried again by the browser that began it only: nobody pays for the voucher of another', async () => {
    const product = { amount: 1_000_00n, codes: ['WIFI-1', 'WIFI-2'], name: 'Day pass' };
    const { id: productId } = await createProduct(test.owner, companyId, product);
    const { path } = await link({ productId });
    const planted = (await payer.pay(path, number('refused'))).location ?? '';
    const { values } = formIn((await payer.sees(planted, '<h2>Not paid</h2>')).text);
    const victim = createPayer(test, '197.239.9.2');
    const { text } = await victim.open(planted);
    expect(text).toContain(`href="${path}"`);
    expect(text).not.toContain('<form');
    expect(text).not.toContain('0770000002');
    for (const target of [planted, path]) {
      const sent = await victim.send(target, { ...values, ...number('approved') });
      expect(sent.status).toBe(303);
      expect(sent.location).not.toBe(planted);
      await victim.sees(sent.location ?? '', 'WIFI-');
    }
    expect((await payer.open(planted)).text).not.toContain('WIFI-');
  });

  it('is not tried again while it is open', async () => {
    const { path } = await link();
    const { action, values } = formIn((await payer.open(path)).text);
    const first = await payer.send(action, { ...values, ...number('waits for a person') });
    for (const target of [action, first.location ?? '']) {
      const again = await payer.send(target, { ...values, ...number('approved') });
      expect(again).toMatchObject({ status: 303, location: first.location });
    }
    expect(await attempts()).toHaveLength(1);
  });

  it('a late success before the second attempt: nobody is asked to pay twice', async () => {
    const { id, path } = await link();
    const { location } = await payer.pay(path, number('late success'));
    const own = location ?? '';
    const { action, values } = formIn((await payer.sees(own, '<h2>Not paid</h2>')).text);
    const checked = await payer.sees(own, '<h2>Being checked</h2>');
    expect(checked.text).toContain('Do not pay again.');
    expect(await payer.send(action, { ...values, ...number('approved') })).toMatchObject({
      status: 303,
      location: own,
    });
    expect(await attempts()).toHaveLength(1);
    expect(await checkoutsOf(id)).toMatchObject([{ state: 'checking' }]);
  });

  it('a late success after the second attempt: the page and the company are told the truth', async () => {
    const { id, path } = await link();
    const { location } = await payer.pay(path, number('late success'));
    const own = location ?? '';
    const { action, values } = formIn((await payer.sees(own, '<h2>Not paid</h2>')).text);
    await payer.send(action, { ...values, ...number('approved') });
    await payer.sees(own, '<h2>Paid</h2>');
    await bookLate();
    const { text } = await payer.sees(own, 'you have paid twice');
    expect(text).toContain('/receipt/2');
    expect(await checkoutsOf(id)).toMatchObject([{ state: 'paid', isPaidTwice: true }]);
    expect(await balance()).toBe(10_000);
    expect(await findViolations(test.owner)).toEqual([]);
  });
});

/** On the phone whose prompt says this. */
async function refuseOnPhone(said: string): Promise<boolean> {
  const phones = `${test.simulator.url}/simulator/phones`;
  const { prompts } = (await (await fetch(phones)).json()) as {
    prompts: { id: string; message: string; behaviour: string }[];
  };
  const row = await test.owner.row<{ name: string }>('select name from companies where id = $1', [
    companyId,
  ]);
  const prompt = prompts.find(
    ({ message }) => message.startsWith(row?.name ?? '') && message.includes(said),
  );
  if (!prompt) return false;
  const decision = { method: 'PUT', body: JSON.stringify({ isApproved: false }) };
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${phones}/${prompt.id}`, { ...decision, headers })).ok;
}

/** Two people book what the network reported late. */
async function bookLate(): Promise<void> {
  const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
  const find = async () => {
    const { body } = await test.call(first, 'GET', '/PaymentReviews');
    return body.data.find((review: { companyId: string }) => review.companyId === companyId);
  };
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const { id } = await find();
  const path = `/PaymentReviews/${id}`;
  const proposal = { decision: 'book', note: 'Seen in the books' };
  expect((await test.call(first, 'POST', `${path}/propose`, proposal)).status).toBe(200);
  expect((await test.call(second, 'POST', `${path}/confirm`, { decision: 'book' })).status).toBe(
    200,
  );
}

/** As the network carries a refund out. */
async function giveBack(id: string, amount: number): Promise<void> {
  const answer = await test.call(member, 'POST', `/Transaction/${id}/refunds`, { amount });
  expect(answer.status, answer.text).toBe(200);
  await test.owner.rows(
    `with ended as (delete from open_payments where payment_id = $1)
     update payments set status = 'SUCCESS', awaits_approval = false, finished_at = now() where id = $1`,
    [answer.body.data.apiTransactionId],
  );
}

it('what was refunded is told on the page and on the receipt, in part and then whole', async () => {
  const { path } = await link();
  const own = (await payer.pay(path, number('approved'))).location ?? '';
  await payer.sees(own, '<h2>Paid</h2>');
  const [paid] = await attempts();
  const sheet = async () => pdfText((await test.app.inject(`${own}/receipt/1`)).rawPayload);
  expect(await sheet()).not.toMatch(/refunded/i);
  const asked = { amount: 2_000 };
  await test.call(member, 'POST', `/Transaction/${paid?.payment_id}/refunds`, asked);
  // Under way is not given back.
  expect((await payer.open(own)).text).toContain('<h2>Paid</h2>');
  await giveBack(paid?.payment_id ?? '', 1_000);
  const { text } = await payer.open(own);
  expect(text).toContain('<h2>Paid, and partly refunded</h2>');
  expect(text).toContain('UGX 1,000 of it was given back');
  expect(await sheet()).toContain('PARTLY REFUNDED');
  expect(await sheet()).toContain('UGX 1,000 was given back to the payer.');
  await test.owner.rows(
    `update payments p set status = 'SUCCESS', finished_at = now() from refunds f
     where f.refund_id = p.id and f.payment_id = $1`,
    [paid?.payment_id],
  );
  await giveBack(paid?.payment_id ?? '', 2_000);
  expect((await payer.open(own)).text).toContain('<h2>Paid, and refunded</h2>');
  expect(await sheet()).toContain('REFUNDED');
});

describe('a link for one payment', () => {
  it('is paid by one of many people who pay at once', async () => {
    const { id, path } = await link({ amount: 5_000, isOnce: true });
    const people = Array.from({ length: 6 }, (_, at) => createPayer(test, `197.239.4.${at}`));
    // All have the form before the first one sends it.
    const forms = await Promise.all(
      people.map(async (each) => formIn((await each.open(path)).text)),
    );
    const answers = await Promise.all(
      people.map((each, at) => each.send(path, { ...forms[at]?.values, ...number('approved') })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    await payer.sees(path, 'This has been paid');
    expect(await attempts()).toHaveLength(1);
    expect(await balance()).toBe(5_000);
    const { body } = await test.call(member, 'GET', `/PaymentLinks/${id}`);
    expect(body.data).toMatchObject({ state: 'paid', paidCount: 1, paidAmount: 5_000 });
  });

  it('that two people have paid, one of them late, is called paid twice', async () => {
    const { id, path } = await link({ amount: 5_000, isOnce: true });
    const first = (await payer.pay(path, number('late success'))).location ?? '';
    await payer.sees(first, '<h2>Not paid</h2>');
    const other = createPayer(test, '197.239.5.2');
    const second = (await other.pay(path, number('approved'))).location ?? '';
    await other.sees(second, '<h2>Paid</h2>');
    await bookLate();
    const { text } = await payer.sees(first, 'somebody else has paid it before');
    expect(text).toContain('<h2>Paid</h2>');
    expect((await other.open(second)).text).not.toContain('somebody else');
    expect(await checkoutsOf(id)).toMatchObject([
      { state: 'paid', isPaidTwice: false },
      { state: 'paid', isPaidTwice: true },
    ]);
    const [late] = await attempts();
    await giveBack(late?.payment_id ?? '', 5_000);
    expect(await checkoutsOf(id)).toMatchObject([{ isPaidTwice: false }, { isPaidTwice: false }]);
    await payer.sees(first, '<h2>Paid, and refunded</h2>');
  });

  it('is free for the next one when the first one has failed', async () => {
    const { path } = await link({ amount: 5_000, isOnce: true });
    const first = await payer.pay(path, number('waits for a person'));
    const other = createPayer(test, '197.239.5.1');
    expect((await other.open(path)).text).toContain('Somebody is paying this right now');
    await expect.poll(() => refuseOnPhone('Garden chairs'), { timeout: 10_000 }).toBe(true);
    await payer.sees(first.location ?? '', '<h2>Not paid</h2>');
    const second = await other.pay(path, number('approved'));
    await other.sees(second.location ?? '', '<h2>Paid</h2>');
  });
});

it('the last voucher is sold to one of two, and the other one is told', async () => {
  const product = { amount: 1_000_00n, codes: ['LAST-ONE'] };
  const { id: productId } = await createProduct(test.owner, companyId, product);
  const { path } = await link({ productId });
  const other = createPayer(test, '197.239.6.1');
  const forms = await Promise.all(
    [payer, other].map(async (each) => formIn((await each.open(path)).text)),
  );
  const answers = await Promise.all(
    [payer, other].map((each, at) =>
      each.send(forms[at]?.action ?? '', { ...forms[at]?.values, ...number('approved') }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toContain('Sold out');
  expect(await openedCodes(test.owner, companyId)).toHaveLength(1);
});
