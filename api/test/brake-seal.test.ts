import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { watcherScope } from '../src/db/scope.ts';
import { createLogger } from '../src/http/logger.ts';
import { settleBraked } from '../src/payments/brakes/settle-braked.ts';
import { createSealer } from '../src/security/secrets.ts';
import { createWatcher, type Watcher } from '../src/watcher/watcher.ts';
import { createStaff, type TestActor } from './actors.ts';
import { testCredentialKey } from './app.ts';
import { freshNumbers } from './attack/demo.ts';
import { forgedEnd, thiefOn } from './attack/stolen-login.ts';
import { openBrakeDesk } from './brakes.ts';
import {
  createMerchant,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { openWatcher } from './watching.ts';

let test: MobileMoney;
let asDatabase: Database;
let watcher: Watcher;
let people: [TestActor, TestActor];
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
  ({ watcher, database: asDatabase } = openWatcher(test.url));
  people = [await createStaff(test.owner), await createStaff(test.owner)];
  return () => asDatabase.close();
});
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 100_000_000_00n);
});

const tripBy = (userId: string, companyId: string): string =>
  `select set_config('app.user_id', '${userId}', true), brake_trip_by_person('${companyId}', 'A test')`;
const brakesOf = (companyId: string) =>
  test.owner.rows<{ id: string; sign: string; isOn: boolean }>(
    `select id, sign, ended_at is null as "isOn" from payout_brakes where company_id = $1
     order by tripped_at`,
    [companyId],
  );

describe('a login of requests', () => {
  it('cannot end its own brake, neither before nor after the watcher has sealed it', async () => {
    const { companyId } = merchant;
    const thief = thiefOn(test.database);
    const [asker, approver] = people;
    await watcher.look();
    await thief.payOut({ companyId }, freshNumbers(70), 500_000, true);
    expect(await thief.tryTo(tripBy(asker.userId, companyId))).toBeNull();
    for (const askedAt of ['now()', "now() + interval '1 hour'"]) {
      const end = forgedEnd(companyId, asker.userId, approver.userId, askedAt);
      expect(await thief.tryTo(end)).toMatch('the brake is sealed, or was not sealed yet');
      await watcher.look();
    }
    expect(await brakesOf(companyId)).toMatchObject([{ sign: 'person', isOn: true }]);
  });

  it('cannot have looked at what it pays out by dating the proposal of an end', async () => {
    const { companyId } = merchant;
    const desk = await openBrakeDesk(test);
    await watcher.look();
    const brakeId = await desk.trip(merchant);
    await desk.approve(await desk.propose(brakeId, { decision: 'release' }));
    const thief = thiefOn(test.database);
    await thief.payOut({ companyId }, freshNumbers(61, 500), 500_000, true);
    const later =
      "update approvals set asked_at = asked_at + interval '1 day' where kind = 'brake'";
    expect(await thief.tryTo(later)).toMatch('changes only by its decision');
    expect(await watcher.look()).toMatchObject([{ companyId, sign: 'first-time-receivers' }]);
  });
});

it('the watcher does not trust the end of a brake that it has not sealed', async () => {
  const { companyId } = merchant;
  const [asker] = people;
  const thief = thiefOn(test.database);
  await watcher.look();
  await thief.tryTo(tripBy(asker.userId, companyId));
  // By a login of the watcher that knows the names of the keys.
  const [brake] = await brakesOf(companyId);
  const seal = "select brake_seal($1, sha256('guessed'), $2)";
  const names = createSealer(testCredentialKey).keyNames;
  await asDatabase.within(watcherScope, (db) => db.rows(seal, [brake?.id, names]));
  await thief.payOut({ companyId }, freshNumbers(61, 1_000), 500_000, true);
  const end = forgedEnd(companyId, asker.userId, people[1].userId);
  expect(await thief.tryTo(end)).toBeNull();
  await settleBraked(test.database);
  expect(await watcher.look()).toMatchObject([{ companyId, sign: 'first-time-receivers' }]);
});

it('a watcher without a key says so where operators look', async () => {
  const attention = async () =>
    (await test.call(people[0], 'GET', '/AdminDashboard/attention')).body.data.watcher;
  const state = async () =>
    (await test.call(people[0], 'GET', '/PayoutBrakes/state')).body.data.watcher;
  await watcher.look();
  expect(await attention()).toBeNull();
  expect(await state()).toMatchObject({ isLate: false, canSeal: true });
  await test.owner.rows('delete from watcher_pulse');
  const warnings: string[] = [];
  const logger = createLogger('warn', { write: (line: string) => void warnings.push(line) });
  await createWatcher(asDatabase, logger, null).look();
  expect(warnings.join('')).toContain('has no key of the API credentials');
  expect(await attention()).toMatchObject({ problem: 'cannot-seal' });
  expect(await state()).toMatchObject({ isLate: false, canSeal: false });
  await test.owner.rows("update watcher_pulse set last_looked_at = now() - interval '16 seconds'");
  expect(await attention()).toEqual({ problem: 'late', since: expect.any(String) });
  expect(await state()).toMatchObject({ isLate: true });
  const metrics = await test.app.inject({ url: '/metrics' });
  expect(metrics.body).toMatch(/^sente_watcher_seconds_since_look 1[6-9]/m);
  const ready = await test.app.inject('/readyz');
  expect(ready.json()).toMatchObject({
    status: 'ready',
    watcher: { secondsSinceLook: expect.any(Number) },
  });
});
