import { expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { createLogger } from '../src/http/logger.ts';
import { createEngine } from '../src/payments/engine.ts';
import { createAccount, createCompany, createPayment } from './factories.ts';
import { silentConnectors } from './networks.ts';
import { olderDatabase, stopServers } from './older-database.ts';

/* The migration after which failed payments are asked about again. */

const hour = 3_600_000;

it('payments that failed before are taken up by the job, if they were sent within 30 days', async () => {
  const { url, database, owner } = await olderDatabase(55);
  const companyId = await createCompany(owner);
  const accountId = await createAccount(owner, companyId);
  const create = async (status: 'FAILED' | 'SUCCESS', hoursAgo: number, ...steps: string[]) => {
    const at = new Date(Date.now() - hoursAgo * hour);
    const id = await createPayment(owner, companyId, { accountId, origin: 'import', status, at });
    for (const kind of steps) {
      await owner.rows(
        'insert into payment_steps (company_id, payment_id, kind, title) values ($1, $2, $3, $4)',
        [companyId, id, kind, kind],
      );
    }
    return id;
  };
  const fresh = await create('FAILED', 0.5, 'sent', 'asked', 'failed');
  const old = await create('FAILED', 10 * 24, 'sent', 'failed');
  await create('FAILED', 2, 'failed');
  await create('FAILED', 2, 'sent', 'review', 'failed');
  await create('FAILED', 29 * 24, 'sent', 'failed');
  await create('FAILED', 40 * 24, 'sent', 'failed');
  await create('SUCCESS', 2, 'sent', 'settled');
  await stopServers(url);
  await migrate(url, () => {});

  const parts = { database, connectors: silentConnectors, logger: createLogger('silent') };
  const { lateQuestions } = createEngine(parts);
  const left = () => owner.row('select from late_question_hours');
  while (await left()) await lateQuestions.ask();
  const rows = await owner.rows(
    `select payment_id, round(extract(epoch from next_at - failed_at) / 3600)::int as hours
     from late_questions order by failed_at desc`,
  );
  expect(rows).toEqual([
    { payment_id: fresh, hours: 1 },
    { payment_id: old, hours: 14 * 24 },
  ]);
}, 60_000);
