import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { sealBrakes } from '../../test/brakes.ts';
import { createTestDatabase } from '../../test/database.ts';
import { listenLive, type LiveReader } from '../../test/live-reader.ts';
import { payOutIn, withWatcher } from '../../test/watching.ts';
import { createAccount } from '../../test/factories.ts';
import { createLogger } from '../http/logger.ts';
import { createLive } from './live.ts';

/* Whoever stops payouts or lets them go, the pages that are open hear of it. */

let test: TestApp;
let url: string;
let origin: string;
let [asker, approver]: TestActor[] = [];
let [owner, elsewhere]: TestActor[] = [];
const reason = 'The amounts look wrong';

beforeAll(async () => {
  const shared = await createTestDatabase();
  ({ url } = shared);
  const live = createLive({ ...shared, logger: createLogger('silent') });
  test = await createTestApp({ live }, {}, shared);
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  asker = await createStaff(test.owner, 'Finance');
  approver = await createStaff(test.owner, 'Finance');
  // The server begins to listen with its first stream, which may have missed something.
  expect(await (await listen(approver)).next()).toEqual(['all']);
}, 60_000);

beforeEach(async () => {
  owner = await createMember(test.owner, { role: 'client_admin' });
  elsewhere = await createMember(test.owner);
});

const listen = (actor: TestActor | undefined) => listenLive(origin, actor!);
const act = async (actor: TestActor | undefined, path: string, body: object) => {
  const answer = await test.call(actor!, 'POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** Two people let the payouts go. */
async function end(brakeId: string): Promise<void> {
  await sealBrakes(test.owner);
  const body = { decision: 'release', reason };
  const { meta } = await act(asker, `/PayoutBrakes/${brakeId}/propose`, body);
  const path = `/Approvals/${(meta as { approvalId: string }).approvalId}`;
  const { askedAt } = (await test.call(approver!, 'GET', path)).body.data;
  await act(approver, `${path}/approve`, { askedAt });
}
const brakeOn = async () =>
  (await test.owner.row<{ id: string }>('select id from payout_brakes where ended_at is null'))
    ?.id ?? '';
/** Until it is told so; of approvals and news it hears as well. */
async function untilTold(reader: LiveReader): Promise<void> {
  for (let topics: string[] = []; !topics.includes('brakes');) {
    topics = await reader.next();
    expect(topics).not.toEqual(['the end']);
  }
}

it('of one company: its people, staff and nobody else', async () => {
  const [ofOwner, ofStaff] = [await listen(owner), await listen(approver)];
  const heard: string[] = [];
  const ofOther = await listen(elsewhere);
  // It ends with the test.
  const nothing = () => {};
  void ofOther.next().then((topics) => heard.push(...topics), nothing);
  await act(asker, `/Company/${owner?.companyId}/payout-brake`, { reason });
  await Promise.all([ofOwner, ofStaff].map(untilTold));
  const [again, staffAgain] = [await listen(owner), await listen(approver)];
  await end(await brakeOn());
  await Promise.all([again, staffAgain].map(untilTold));
  expect(heard).toEqual([]);
});

it('of all companies: the people of every one, and the status is that of now', async () => {
  const isStopped = async () =>
    (await test.call(null, 'GET', '/Status')).body.data.payoutsStoppedSince !== null;
  expect(await isStopped()).toBe(false);
  const readers = [await listen(owner), await listen(elsewhere), await listen(asker)];
  await act(asker, '/PayoutBrakes', { reason });
  await Promise.all(readers.map(untilTold));
  expect(await isStopped()).toBe(true);
  await end(await brakeOn());
  await Promise.all(readers.map(untilTold));
  expect(await isStopped()).toBe(false);
});

it('by the watcher', async () => {
  const companyId = owner?.companyId ?? '';
  const accountId = await createAccount(test.owner, companyId, { balance: 100_000_000_000n });
  const [ofOwner, ofStaff] = [await listen(owner), await listen(asker)];
  await withWatcher(url, async (watcher) => {
    await test.asOwner((db) => payOutIn(db, companyId, 61, { accountId }));
    expect(await watcher.look()).toHaveLength(1);
  });
  await Promise.all([ofOwner, ofStaff].map(untilTold));
});
