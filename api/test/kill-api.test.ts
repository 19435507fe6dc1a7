import { afterAll, expect, it } from 'vitest';
import { platformScope } from '../src/db/scope.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createStaff } from './actors.ts';
import { createTestDatabase } from './database.ts';
import { createCompany } from './factories.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { post, startProgram, type RunningProgram } from './running-program.ts';

let program: RunningProgram | undefined;
afterAll(() => void program?.process.kill('SIGKILL'));

/** In UGX, different for each account, so that a mix-up shows. */
const depositOf = (name: string): number =>
  1_000 + Buffer.from(name).reduce((sum, byte) => sum + byte, 0);

interface Promises {
  readonly opened: Map<string, string>;
  readonly reversed: Set<string>;
}

/** Opens accounts with a deposit and reverses every third deposit, until the server is gone. */
async function bankUntilGone(
  url: string,
  {
    token,
    approver,
    companyId,
    worker,
  }: Record<'token' | 'approver' | 'companyId' | 'worker', string>,
  promises: Promises,
  onPromise: () => void,
): Promise<void> {
  try {
    for (let number = 0; ; number++) {
      const accountName = `${worker} ${number}`;
      const body = {
        accountName,
        accountType: 2,
        initialDeposit: depositOf(accountName),
        isActive: true,
        companyId,
      };
      const opened = await post<{ id: string }>(url, '/Account', body, token);
      // Under this load a server may answer that it is busy, which promises nothing.
      if (opened.code === 'unavailable') continue;
      if (!opened.success) throw new Error(`Not opened: ${JSON.stringify(opened)}`);
      promises.opened.set(accountName, opened.data.id);
      onPromise();
      if (number % 3 > 0) continue;
      const list = await fetch(`${url}/api/Transaction/company/${companyId}?limit=200`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await list.json()) as { data: { id: string; amount: number }[] };
      const deposit = data.find(({ amount }) => amount === depositOf(accountName));
      if (!deposit || promises.reversed.has(deposit.id)) continue;
      const path = `/Transaction/${deposit.id}/reverse`;
      const reason = { reason: 'Taken back by a test' };
      const asked = await post<{ id: string; askedAt: string }>(url, path, reason, token);
      if (!asked.success) continue;
      const { id, askedAt } = asked.data;
      const taken = await post(url, `/Approvals/${id}/approve`, { askedAt }, approver);
      if (taken.success) promises.reversed.add(deposit.id);
      onPromise();
    }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}

it(
  `keeps every promise exactly once through ${kills.api} kill -9 of the API`,
  { timeout: killTimeoutMs },
  async () => {
    const test = await createTestDatabase();
    const companyId = await createCompany(test.owner);
    const credentials = { email: 'first@crash.test', password: 'a long password' };
    const start = () =>
      startProgram({
        DATABASE_URL: test.url,
        SENTE_ADMIN_EMAIL: credentials.email,
        SENTE_ADMIN_PASSWORD: credentials.password,
        SENTE_CREDENTIAL_KEY: Buffer.alloc(32, 7).toString('hex'),
      });
    program = await start();
    const { token } = (await post<{ token: string }>(program.url, '/Auth/login', credentials)).data;
    const { token: approver } = await createStaff(test.owner);
    // All deposits of one person within a day count together.
    await test.owner.rows('update platform_settings set deposit_limit = 1e12');
    // Neither of them has a second factor.
    await test.owner.rows('update platform_settings set staff_need_factor = false');
    const promises: Promises = { opened: new Map(), reversed: new Set() };
    for (let kill = 1; kill <= kills.api; kill++) {
      let heard = 0;
      const onPromise = (): void => {
        if (++heard === 10 + (kill % 20)) program?.process.kill('SIGKILL');
      };
      const { url } = program;
      const workers = Array.from({ length: 8 }, (_, n) => `kill ${kill} worker ${n} no`);
      await Promise.all(
        workers.map((worker) =>
          bankUntilGone(url, { token, approver, companyId, worker }, promises, onPromise),
        ),
      );
      await program.ended;
      program = await start();
    }
    expect(promises.opened.size).toBeGreaterThan(kills.api * 5);
    expect(promises.reversed.size).toBeGreaterThan(kills.api);

    const rows = await test.owner.rows<{
      id: string;
      name: string;
      deposits: string;
      entries: number;
    }>(
      `select a.id, a.name,
         coalesce(sum(e.amount) filter (where t.reversal_of is null), 0)::text as deposits,
         count(*) filter (where t.reversal_of is null)::int as entries
       from accounts a
       left join entries e on e.company_id = a.company_id and e.account_id = a.id
       left join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
       where a.kind = 'customer' group by a.id`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect([...promises.opened.values()].filter((id) => !byId.has(id))).toEqual([]);
    // Accounts that were opened without an answer have their deposit too, once.
    expect(rows.filter((row) => Number(row.deposits) !== depositOf(row.name) * 100)).toEqual([]);
    expect(rows.filter((row) => row.entries !== 1)).toEqual([]);
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
    const reversals = await test.owner.rows<{ reversal_of: string }>(
      'select reversal_of from transactions where reversal_of is not null',
    );
    const taken = new Set(reversals.map((row) => row.reversal_of));
    expect([...promises.reversed].filter((id) => !taken.has(id))).toEqual([]);
    expect(taken.size).toBe(reversals.length);
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  },
);
