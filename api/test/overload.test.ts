import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';

let test: TestApp;
let url: string;
let greedy: TestActor;
let modest: TestActor;

beforeAll(async () => {
  // As in production, only that the limits are reached with hundreds of requests instead of thousands.
  const admission = { mostAtOnce: 4, mostForDatabase: 2, mostWaitMs: 40 };
  test = await createTestApp({ admission });
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  [greedy, modest] = [await createCustomer(), await createCustomer()];
  // Whose requests were accepted before has a lane of the own company.
  for (const actor of [greedy, modest]) expect((await accounts(actor)).status).toBe(200);
});

async function createCustomer(): Promise<TestActor> {
  const companyId = await createCompany(test.owner);
  await createAccount(test.owner, companyId);
  return createMember(test.owner, { companyId });
}

async function accounts({ token, companyId }: TestActor) {
  const response = await fetch(`${url}/api/Account/company/${companyId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { code = null } = (await response.json()) as { code?: string };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

it(
  'sheds what is too much with 503, serves others meanwhile, and recovers',
  { timeout: 60_000 },
  async () => {
    let isOver = false;
    const flood = Promise.all(Array.from({ length: 300 }, () => accounts(greedy)));
    void flood.finally(() => (isOver = true));
    const others = [];
    while (!isOver) {
      others.push(await accounts(modest));
      // Operators are answered too.
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }
    const kinds = new Map((await flood).map((answer) => [JSON.stringify(answer), answer]));
    expect([...kinds.values()].sort((a, b) => a.status - b.status)).toEqual([
      { status: 200, code: null, retryAfter: null },
      { status: 503, code: 'unavailable', retryAfter: '2' },
    ]);
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ status }) => status !== 200)).toEqual([]);
    // At once: nothing waits any more.
    for (let time = 0; time < 10; time++) expect((await accounts(greedy)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/sente_requests\{state="refused"\} [1-9]/);
    expect(metrics).toMatch(/sente_requests\{state="waiting"\} 0/);
  },
);

it(
  'gives nobody a lane of their own for a key that was never accepted',
  { timeout: 60_000 },
  async () => {
    const strangers = Array.from({ length: 300 }, (_, number) =>
      accounts({ ...greedy, token: `made-up-${number}` }),
    );
    const isOver = Promise.all(strangers).then(() => true);
    while (!(await Promise.race([isOver, accounts(modest).then(({ status }) => status !== 200)])));
    const answers = await Promise.all(strangers);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  },
);

it('works on nobody who hung up while waiting', async () => {
  const patient = await createTestApp({
    admission: { mostAtOnce: 4, mostForDatabase: 100, mostWaitMs: 60_000 },
  });
  const address = await patient.app.listen({ host: '127.0.0.1', port: 0 });
  const companyId = await createCompany(patient.owner);
  const { token } = await createMember(patient.owner, { companyId });
  const hangUp = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const ask = (signal: AbortSignal | null) =>
    fetch(`${address}/api/Account/company/${companyId}`, { headers, signal });
  const requests = async (): Promise<string[]> => {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    return metrics.match(/^sente_requests\{.*$/gm) ?? [];
  };
  const nobody = ['running', 'waiting', 'refused'].map(
    (state) => `sente_requests{state="${state}"} 0`,
  );
  await patient.asOwner(async (db) => {
    await db.rows('lock table accounts in access exclusive mode');
    const asked = Array.from({ length: 20 }, () => ask(hangUp.signal));
    const hungUp = Promise.allSettled(asked);
    await expect.poll(requests).toContain('sente_requests{state="waiting"} 16');
    hangUp.abort();
    await hungUp;
    await expect.poll(requests).toEqual(nobody);
  });
  expect((await ask(null)).status).toBe(200);
});
