import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createCompany } from '../../test/factories.ts';
import { listenLive } from '../../test/live-reader.ts';
import { openDatabase } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createLogger } from '../http/logger.ts';
import { notify } from '../notifications/notify.ts';
import { tellPeople } from '../notifications/tell.ts';
import { createLive } from './live.ts';

/* Two servers on one database: what one commits, the portals that the other serves hear of. */

let test: TestApp;
let origin: string;
let other: TestDatabase['database'];
let companyId: string;
let staff: TestActor;
let owner: TestActor;
let stranger: TestActor;

beforeAll(async () => {
  const logger = createLogger('silent');
  const shared = await createTestDatabase();
  const { url, database } = shared;
  test = await createTestApp({ live: createLive({ url, database, logger }) }, {}, shared);
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  other = openDatabase({
    url,
    poolSize: 2,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  createLive({ url, database: other, logger });
  companyId = await createCompany(test.owner);
  staff = await createStaff(test.owner);
  owner = await createMember(test.owner, { companyId, role: 'client_admin' });
  stranger = await createMember(test.owner);
  // The server begins to listen with its first stream, which may have missed something.
  expect(await (await listen(stranger)).next()).toEqual(['all']);
});

const listen = (actor: TestActor) => listenLive(origin, actor);

const moveMoney = async () => {
  const body = {
    companyId,
    accountName: uuidV7(),
    accountType: 2,
    initialDeposit: 10,
    isActive: true,
  };
  const answer = await test.call(staff, 'POST', '/Account', body);
  expect(answer.status, answer.text).toBe(200);
};
const tell = (actor: TestActor) =>
  other.within(platformScope, async (db) => {
    await notify(db, { kind: 'new-sign-in', userId: actor.userId, key: uuidV7() });
    const row = await db.row<{ id: string }>(
      'select id from notification_events order by created_at desc limit 1',
    );
    return row?.id ?? '';
  });

describe('a stream', () => {
  it('is for those who are signed in', async () => {
    const answer = await test.call(null, 'GET', '/Live');
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to continue']);
  });

  it('says to a company and to staff that money moved, and to no other company', async () => {
    const [ofOwner, ofStaff, ofStranger] = [
      await listen(owner),
      await listen(staff),
      await listen(stranger),
    ];
    await moveMoney();
    expect(await ofOwner.next()).toEqual(['money']);
    expect(await ofStaff.next()).toEqual(['money']);
    // What comes next is what another server tells this person, and no more.
    await tellPeople(other, await tell(stranger));
    expect(await ofStranger.next()).toEqual(['news']);
  });

  it('says nothing of what was rolled back', async () => {
    const ofOwner = await listen(owner);
    const undone = test.database.within(platformScope, async (db) => {
      db.changed({ topic: 'approvals', companyId });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await moveMoney();
    expect(await ofOwner.next()).toEqual(['money']);
  });

  it('says that something may have been missed after its connection to the database broke', async () => {
    const ofOwner = await listen(owner);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'sente live'`;
    while ((await test.owner.rows(cut)).length === 0);
    expect(await ofOwner.next()).toEqual(['all']);
    await moveMoney();
    expect(await ofOwner.next()).toEqual(['money']);
  });

  it('ends with a session that was ended elsewhere, and not for other people', async () => {
    const leaver = await createMember(test.owner, { companyId });
    const [ofLeaver, ofOwner] = [await listen(leaver), await listen(owner)];
    const answer = await test.call(staff, 'DELETE', `/User/${leaver.userId}/sessions`);
    expect(answer.status, answer.text).toBe(200);
    expect(await ofLeaver.next()).toEqual(['the end']);
    await moveMoney();
    expect(await ofOwner.next()).toEqual(['money']);
  });

  it('ends with a company that is deleted', async () => {
    const gone = await createCompany(test.owner);
    const ofMember = await listen(await createMember(test.owner, { companyId: gone }));
    const answer = await test.call(staff, 'DELETE', `/Company/${gone}`);
    expect(answer.status, answer.text).toBe(200);
    expect(await ofMember.next()).toEqual(['the end']);
  });

  it('ends the oldest of a session that opens too many', async () => {
    const first = await listen(owner);
    for (let n = 0; n < 6; n++) await listen(owner);
    expect(await first.next()).toEqual(['the end']);
  });
});

it('the server stops although streams are open', async () => {
  const ofOwner = await listen(owner);
  await test.app.close();
  expect(await ofOwner.next()).toEqual(['the end']);
  await other.close();
});
