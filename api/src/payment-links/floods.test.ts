import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { createLink, createPayer, formIn } from '../../test/payers.ts';
import { newCode } from './codes.ts';

let test: TestApp;
let member: TestActor;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  member = await createMember(test.owner);
  accountId = await createAccount(test.owner, member.companyId ?? '');
});

const link = () => createLink(test, member, { accountId, amount: 500 });
const prompts = async (phone: string) =>
  (await test.owner.rows('select 1 from payments where phone_number = $1', [phone])).length;

it('nobody floods a phone: not from many addresses, browsers and links', async () => {
  const answers = [];
  for (let at = 0; at < 10; at++) {
    const { path } = await link();
    answers.push(
      await createPayer(test, `102.80.0.${at}`).pay(path, { phoneNumber: '0772 999 001' }),
    );
  }
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(4).fill(303),
    ...Array(6).fill(429),
  ]);
  expect(await prompts('256772999001')).toBe(4);
  const last = answers.at(-1);
  expect(last?.text).toContain('Too many attempts. Nothing was charged.');
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(60);
});

it('what asks no phone does not count', async () => {
  const { path } = await link();
  const payer = createPayer(test, '102.80.1.1');
  for (let at = 0; at < 10; at++) {
    expect((await payer.pay(path, { phoneNumber: '0772 999 002', amount: '9' })).status).toBe(400);
  }
  expect((await payer.pay(path, { phoneNumber: '0772 999 002' })).status).toBe(303);
});

it('one address does not send forms without end', { timeout: 120_000 }, async () => {
  const { path } = await link();
  const address = '102.80.2.1';
  const { action, values } = formIn((await createPayer(test, address).open(path)).text);
  const statuses: number[] = [];
  // It may send 60, and one more every five seconds, of which a slow machine needs some.
  while (statuses.at(-1) !== 429 && statuses.length < 100) {
    const phoneNumber = `07728800${String(statuses.length).padStart(2, '0')}`;
    const fields = { ...values, checkout: '', phoneNumber };
    statuses.push((await createPayer(test, address).send(action, fields)).status);
  }
  expect(statuses.length).toBeGreaterThan(60);
  expect(statuses).toEqual([...Array(statuses.length - 1).fill(303), 429]);
});

it('unknown, malformed and foreign addresses get the same answer, and after many none', async () => {
  const { path } = await link();
  const other = await link();
  const payer = createPayer(test, '102.80.3.1');
  const { location } = await payer.pay(path, { phoneNumber: '0772 999 003' });
  const secret = location?.split('/').at(-1);
  const plain = (text: string) => text.replaceAll(/nonce(?:="|-)[^"']+/g, '');
  const paths = [
    `/pay/${newCode()}`,
    '/pay/short',
    '/pay/%00',
    `/pay/${newCode()}/${newCode()}`,
    `${other.path}/${secret}`,
    `${path}/${newCode()}/receipt/1`,
    `${location}/receipt/1`,
  ];
  const answers = await Promise.all(
    paths.map((each) => createPayer(test, '102.80.4.1').open(each)),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  expect(new Set(answers.map(({ text }) => plain(text))).size).toBe(1);
  const prober = createPayer(test, '102.80.5.1');
  const probes = [];
  for (let at = 0; at < 40; at++) probes.push((await prober.open(`/pay/${newCode()}`)).status);
  expect(probes.slice(0, 30)).toEqual(Array(30).fill(404));
  expect(probes.at(-1)).toBe(429);
  // Links that exist stay open to it.
  expect((await prober.open(path)).status).toBe(200);
});
