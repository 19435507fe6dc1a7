import { permissionNames } from '@sente/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { callsAbout, callsOf, subjects, type Call } from './reach-calls.ts';
import {
  createWorld,
  kindNames,
  restoreWorld,
  standingOf,
  type Person,
  type Standing,
  type World,
} from './reach-world.ts';

/*
 * Nobody reaches above oneself: whatever somebody does to people and roles, and does again as
 * everybody whose sign-in that gave away, no permission beyond the own power is in reach.
 */

let test: TestApp;
let world: World;
let chains = 0;

beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test.owner);
});

async function send(actor: TestActor, call: Call): Promise<TestAnswer> {
  chains += 1;
  const answer = await test.call(actor, call.method, call.path, call.body?.());
  expect(answer.status, `${call.method} ${call.path}: ${answer.text}`).toBeLessThan(500);
  return answer;
}

/** The user whose sign-in a successful call gave to its caller. */
function takenBy(call: Call, { body }: TestAnswer): string[] {
  // What waits for a second person gave nothing yet.
  if (!call.givesSignIn || (body.meta as { approvalId?: string | null } | undefined)?.approvalId) {
    return [];
  }
  return [body.data?.id ?? call.about[0]];
}

async function expectWithin(
  own: Standing,
  userIds: readonly string[],
  ...path: Call[]
): Promise<void> {
  const how = path.map((call) => `${call.method} ${call.path} ${call.what}`).join(', then ');
  for (const standing of await standingOf(test.owner, userIds)) {
    expect(
      [...standing.power].filter((name) => !own.power.has(name)),
      how,
    ).toEqual([]);
    // The power of a company user ends at the company.
    if (!own.isStaff && standing.power.size > 0)
      expect(standing.companyId, how).toBe(own.companyId);
  }
}

/** Everything in two calls that begins with this one, which succeeded. */
async function trySeconds(
  actor: Person,
  own: Standing,
  first: Call,
  answer: TestAnswer,
): Promise<void> {
  let made = answer;
  const tryAs = async (caller: () => Promise<TestActor>, calls: readonly Call[]) => {
    let second = await caller();
    for (const call of calls) {
      const next = await send(second, call);
      if (next.status !== 200) continue;
      const known = [actor.userId, ...takenBy(first, made), ...takenBy(call, next)];
      await expectWithin(own, known, first, call);
      await restoreWorld(test.owner);
      made = await test.call(actor, first.method, first.path, first.body?.());
      second = await caller();
    }
  };
  await tryAs(async () => actor, callsAfter(own, first, answer));
  // A password gives the same sign-in as a new email, so staff need not try both.
  if (!first.givesSignIn || (own.isStaff && first.what === 'email')) return;
  const [puppet] = await standingOf(test.owner, takenBy(first, made));
  if (!puppet) return;
  const options = { isStaff: puppet.isStaff, onlyTypical: true };
  const puppetCalls = subjects.flatMap((subject) => callsOf(world, subject, options));
  const signInAsPuppet = async () => {
    const { id } = made.body.data;
    // Whoever typed the password signs in with it and chooses another.
    await test.owner.rows('update users set is_password_temporary = false where id = $1', [id]);
    return signIn(test.owner, id, puppet.companyId);
  };
  await tryAs(signInAsPuppet, puppetCalls);
}

/** The same caller again: what the first call may have made possible concerns its own subjects. */
function callsAfter({ isStaff }: Standing, first: Call, answer: TestAnswer): Call[] {
  const options = { isStaff, onlyTypical: true };
  if (first.what === 'create') {
    const { id, username } = answer.body.data;
    return callsAbout(world, { userId: id, username, roleIds: [], kind: null }, options);
  }
  const touched = new Set(first.about);
  const holdsTouched = (person: Person) => person.roleIds.some((id) => touched.has(id));
  return [...world.people.values()].flatMap((person) => {
    if (touched.has(person.userId)) return callsAbout(world, person, options);
    return holdsTouched(person) ? callsAbout(world, person, options).slice(0, 1) : [];
  });
}

describe('no chain of two calls leads beyond the own power', () => {
  describe.each(kindNames.filter((kind) => kind !== 'secondOwner'))('%s', (kind) => {
    it.each(subjects)(
      '%s',
      async (subject) => {
        const actor = world.people.get(kind) ?? expect.unreachable();
        const [own = expect.unreachable()] = await standingOf(test.owner, [actor.userId]);
        // Whoever may do everything cannot reach more, so one call each is enough.
        const hasAll = permissionNames.every((name) => own.power.has(name));
        for (const first of callsOf(world, subject, { isStaff: own.isStaff, onlyTypical: false })) {
          const answer = await send(actor, first);
          if (answer.status !== 200) continue;
          await expectWithin(own, [actor.userId, ...takenBy(first, answer)], first);
          if (!hasAll && first.isTypical) await trySeconds(actor, own, first, answer);
          await restoreWorld(test.owner);
        }
        // Hundreds of calls, each with a world put back.
      },
      240_000,
    );
  });

  it('tries thousands of chains', () => {
    console.info(`${chains} chains of one or two calls tried`);
    expect(chains).toBeGreaterThan(3_000);
  });
});
