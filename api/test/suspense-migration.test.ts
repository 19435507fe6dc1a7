import { expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { olderDatabase, stopServers } from './older-database.ts';

/* The migration that lets people book what networks said about payments that do not exist here. */

it('a message from before it can be booked exactly if it says that it was paid', async () => {
  const { url, owner } = await olderDatabase(19);
  const said = [
    ['paid', true],
    ['paid UGX 1,500', true],
    ['no clear answer, The network says that it was paid, but not how much', true],
    ['failed, The person refused', false],
    ['it waits for the person', false],
  ] as const;
  for (const [index, [words]] of said.entries()) {
    await owner.rows(
      `insert into network_notices (id, network, reference, said, is_proven, content)
       values ($1, 'MTN', $2, $3, true, '')`,
      [uuidV7(), `payment ${index}`, words],
    );
  }
  await stopServers(url);
  await migrate(url, () => {});
  const rows = await owner.rows(
    `select payment_key, says_paid, amount, direction, notice_waits(id) as waits
     from network_notices order by reference`,
  );
  expect(rows).toEqual(
    said.map(([, saysPaid], index) => ({
      payment_key: `MTN payment ${index}`,
      says_paid: saysPaid,
      amount: null,
      direction: null,
      waits: true,
    })),
  );
});
