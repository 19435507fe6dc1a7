import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkName } from '@sente/contract/payments';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Connector, NetworkCall, NetworkOrder } from '../src/payments/networks/connector.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany, createPayment } from './factories.ts';
import { silentNetwork } from './networks.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';

/* Networks that answer only when a test says so: as slow as can be. */

interface Call {
  readonly kind: 'send' | 'ask';
  readonly companyName: string;
  answer(didAnswer?: boolean): void;
}

let calls: Call[];
let isSilent: (order: NetworkOrder) => boolean;
let test: TestApp;
beforeEach(async () => {
  calls = [];
  isSilent = () => false;
  test = await createTestApp(
    {},
    { connectors: [network('MTN'), network('AIRTEL')], running: { pollMs: 20 } },
  );
  test.engine.runner.start();
});
afterEach(async () => {
  const stopped = test.engine.runner.stop();
  for (const call of calls) call.answer();
  await stopped;
});

function network(name: NetworkName): Connector {
  const call = (kind: Call['kind']) => (order: NetworkOrder) =>
    new Promise<NetworkCall>((resolve) => {
      const answer = (didAnswer = true) =>
        resolve({
          report: didAnswer ? { is: 'pending' } : { is: 'unknown', why: 'No answer' },
          exchange: { request: kind, answer: null, durationMs: 1, didAnswer },
        });
      calls.push({ kind, companyName: order.companyName, answer });
      if (isSilent(order)) answer(false);
    });
  return {
    ...silentNetwork(name),
    isSimulated: false,
    request: call('send'),
    status: call('ask'),
  };
}

/** A company, with so many payments that wait for the network. */
async function company(
  name: string,
  {
    waiting = 0,
    sentAt,
    network: of = 'MTN',
    isBulk = false,
  }: { waiting?: number; sentAt?: Date; network?: string; isBulk?: boolean } = {},
): Promise<string> {
  const companyId = await createCompany(test.owner, { name, email: `${uuidV7()}@example.test` });
  const accountId = await createAccount(test.owner, companyId);
  const at = new Date(Date.now() - 60_000);
  const nextStepAt = new Date(Date.now() - 30_000);
  const sent = sentAt && ({ sentAt, status: 'PROCESSING' } as const);
  const payment = { accountId, at, network: of, nextStepAt, isBulk, ...sent };
  await Promise.all(
    Array.from({ length: waiting }, () => createPayment(test.owner, companyId, payment)),
  );
  return companyId;
}

const credentials = new Map<string, TestCredential>();

async function order(companyId: string, phoneNumber = '0772123456') {
  const known = credentials.get(companyId);
  const credential = known ?? (await createCredential(test.owner, companyId));
  credentials.set(companyId, credential);
  const body = { phoneNumber, amount: 500, reference: uuidV7() };
  return callSigned(test, credential, { method: 'POST', path: '/v1/Payments/collections', body });
}

/** Waits until the server calls nobody any more: it has used what it may. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== calls.length || before === 0;) {
    before = calls.length;
    await wait(300);
  }
}
async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return;
    await wait(20);
  }
  throw new Error(`It never came: ${what}`);
}
const sendingsOf = (name: string) =>
  calls.filter(({ kind, companyName }) => kind === 'send' && companyName === name).length;

it('sends the order of another company at once while 400 of one wait for a slow network', async () => {
  await company('Large', { waiting: 400 });
  const small = await company('Small');
  await untilQuiet();
  expect(sendingsOf('Large')).toBeLessThan(400);
  expect((await order(small)).status).toBe(202);
  // None of the large company's calls has ended.
  await until('the sending of the small company', () => sendingsOf('Small') === 1);
  expect(calls.findIndex(({ companyName }) => companyName === 'Small')).toBeLessThan(100);
});

it('sends a single order at once while 400 lines of a bulk payout of the same company wait', async () => {
  const large = await company('Large', { waiting: 400, isBulk: true });
  await untilQuiet();
  const before = sendingsOf('Large');
  expect(before).toBeLessThan(400);
  expect((await order(large)).status).toBe(202);
  // None of the lines has ended.
  await until('the sending of the single one', () => sendingsOf('Large') === before + 1);
});

it('shares freed slots equally among the companies that wait', async () => {
  await company('First', { waiting: 200 });
  await untilQuiet();
  for (const name of ['Second', 'Third']) await company(name, { waiting: 100 });
  await untilQuiet();
  for (const call of calls.splice(0)) call.answer();
  await untilQuiet();
  const parts = ['First', 'Second', 'Third'].map((name) => sendingsOf(name) / calls.length);
  for (const part of parts) expect(part).toBeGreaterThan(0.25);
});

it('sends new orders of a company that has hundreds of payments to ask about', async () => {
  const busy = await company('Busy', { waiting: 200, sentAt: new Date(Date.now() - 30_000) });
  await untilQuiet();
  expect(sendingsOf('Busy')).toBe(0);
  expect((await order(busy)).status).toBe(202);
  await until('the sending', () => sendingsOf('Busy') === 1);
});

it('leaves slots for one network while another is slow for everyone', async () => {
  for (let i = 0; i < 20; i++) {
    await company(`Airtel ${i}`, { waiting: 10, network: 'AIRTEL' });
  }
  await untilQuiet();
  const other = await company('Other');
  expect((await order(other, '0772123456')).status).toBe(202);
  await until('the sending at MTN', () => sendingsOf('Other') === 1);
});

it('does not refuse the orders of others because those of one company get no answer', async () => {
  const [bad, good] = [await company('Bad', { waiting: 40 }), await company('Good')];
  isSilent = ({ companyName }) => companyName === 'Bad';
  await until('enough failures', () => calls.length >= 20);
  await until('refused', async () => (await order(bad)).status === 503);
  expect((await order(good)).status).toBe(202);
  await until('the sending', () => sendingsOf('Good') === 1);
});
