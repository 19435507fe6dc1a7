import { expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { checkLedger } from '../src/ledger/check.ts';
import { createAccount, createCompany } from './factories.ts';
import { olderDatabase, stopServers } from './older-database.ts';

/* The migration that gives the queue of payments a table of its own. */

const created = new Date('2026-03-01T00:00:00Z');
const sent = new Date('2026-03-01T01:00:00Z');
const again = new Date('2026-03-01T02:00:00Z');
const due = new Date('2026-03-01T03:00:00Z');

it('the open ones are moved with their clocks and counts, and nothing else is', async () => {
  const { url, database, owner } = await olderDatabase(18);
  const companyId = await createCompany(owner);
  const accountId = await createAccount(owner, companyId);
  const insert = async (status: string, facts: Record<string, unknown>) => {
    const columns = { sent_at: null, last_sent_at: null, ready_at: null, next_step_at: null };
    const { send_count = 0, not_found_count = 0, ...times } = { ...columns, ...facts };
    const id = uuidV7(created.getTime());
    await owner.rows(
      `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
         amount, status, created_at, finished_at, send_count, not_found_count, sent_at, last_sent_at,
         ready_at, next_step_at)
       values ($1, $2, 'payout', 'import', $3, '256772000000', 'AIRTEL', 700, $4, $5, $6, $7, $8, $9,
         $10, $11, $12)`,
      [
        companyId,
        id,
        accountId,
        status,
        created,
        status === 'FAILED' ? due : null,
        send_count,
        not_found_count,
        times.sent_at,
        times.last_sent_at,
        times.ready_at,
        times.next_step_at,
      ],
    );
    return id;
  };
  const ids = [
    await insert('PENDING', { next_step_at: due }),
    // As the version before the clocks left it.
    await insert('PROCESSING', { sent_at: sent, next_step_at: due }),
    await insert('PENDING', {
      ready_at: sent,
      sent_at: sent,
      last_sent_at: again,
      next_step_at: due,
      send_count: 2,
      not_found_count: 3,
    }),
    await insert('PROCESSING', { sent_at: sent, last_sent_at: sent, send_count: 1 }),
  ];
  await insert('FAILED', { sent_at: sent });
  await insert('REVERSED', {});
  await stopServers(url);
  await migrate(url, () => {});
  const rows = await owner.rows<{ payment_id: string }>('select * from open_payments');
  const moved = new Map(rows.map((row) => [row.payment_id, row]));
  expect(moved.size).toBe(ids.length);
  const base = { company_id: companyId, network: 'AIRTEL', not_found_count: 0 };
  const unsent = { sent_at: null, last_sent_at: null, send_count: 0, ready_at: created };
  const once = { sent_at: sent, last_sent_at: sent, send_count: 1, ready_at: created };
  const twice = { ready_at: sent, sent_at: sent, last_sent_at: again, send_count: 2 };
  expect(ids.map((id) => moved.get(id))).toMatchObject([
    { ...base, ...unsent, next_step_at: due },
    { ...base, ...once, next_step_at: due },
    { ...base, ...twice, not_found_count: 3, next_step_at: due },
    { ...base, ...once, next_step_at: null },
  ]);
  expect((await checkLedger(database)).violations).toEqual([]);
});

it('they are not moved while servers of that version use the database', async () => {
  const { url, owner } = await olderDatabase(18);
  await createCompany(owner);
  await expect(migrate(url, () => {})).rejects.toThrow('Stop all of them, then start');
});
