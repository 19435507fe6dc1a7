import { contract } from '@sente/contract';
import type { Access } from '@sente/contract/access';
import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { createLoner, createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createCompany, createUser } from './factories.ts';

type Kind = 'anonymous' | 'staff' | 'owner' | 'restricted' | 'loner';
type Target = 'own' | 'foreign' | 'unknown' | 'malformed';

const kinds: Kind[] = ['anonymous', 'staff', 'owner', 'restricted', 'loner'];
const targets: Target[] = ['own', 'foreign', 'unknown', 'malformed'];
const unknownId = '00000000-0000-7000-8000-00000000dead';

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint: endpoint as Endpoint,
  })),
);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

/** Fresh for every endpoint: some of the calls end sessions or archive companies. */
interface World {
  readonly actors: Record<Kind, TestActor | null>;
  readonly foreignCompanyId: string;
  readonly foreignUserId: string;
}

async function createWorld(): Promise<World> {
  const owner = await createMember(test.owner);
  const companyId = owner.companyId ?? '';
  const foreignCompanyId = await createCompany(test.owner);
  return {
    actors: {
      anonymous: null,
      staff: await createStaff(test.owner),
      owner,
      restricted: await createMember(test.owner, { companyId, role: 'Restricted' }),
      loner: await createLoner(test.owner),
    },
    foreignCompanyId,
    foreignUserId: await createUser(test.owner, {
      companyId: foreignCompanyId,
      roles: ['client_user'],
    }),
  };
}

/** What the table says must happen before a handler is even asked. */
function expectedRefusal(access: Access, kind: Kind): 401 | 403 | null {
  if (access.who === 'public') return null;
  if (kind === 'anonymous') return 401;
  switch (access.who) {
    case 'signed-in':
    case 'self':
      return null;
    case 'staff':
      return kind === 'staff' ? null : 403;
    case 'own-company':
      if (kind === 'staff' || kind === 'loner') return 403;
      return kind === 'restricted' && access.anyOf.length > 0 ? 403 : null;
    case 'company':
      if (kind === 'staff' || kind === 'owner' || access.orSelf || access.anyOf.length === 0)
        return null;
      return 403;
  }
}

function idFor(target: Target, world: World, actor: TestActor | null, endpoint: Endpoint): string {
  const namesUser = endpoint.path.startsWith('/User/{id}');
  switch (target) {
    case 'own':
      return (namesUser ? actor?.userId : actor?.companyId) ?? unknownId;
    case 'foreign':
      return namesUser ? world.foreignUserId : world.foreignCompanyId;
    case 'unknown':
      return unknownId;
    case 'malformed':
      return "1' or '1'='1";
  }
}

function ask(world: World, kind: Kind, endpoint: Endpoint, target: Target): Promise<TestAnswer> {
  const actor = world.actors[kind];
  const id = idFor(target, world, actor, endpoint);
  const params = { id, companyId: id, recordId: id, number: id };
  const path = fillPath(endpoint.path, params);
  return test.call(actor, endpoint.method, path, endpoint.body ? { companyId: id } : undefined);
}

const cases = endpoints.flatMap(({ name, endpoint }) =>
  kinds.map((kind) => ({ name, endpoint, kind })),
);

it.each(cases)('$name as $kind', async ({ endpoint, kind }) => {
  const expected = expectedRefusal(endpoint.access, kind);
  const world = await createWorld();
  for (const target of endpoint.params || endpoint.body ? targets : (['own'] as const)) {
    const answer = await ask(world, kind, endpoint, target);
    const at = `${kind}, ${target} id`;
    expect(answer.body, at).toMatchObject({ success: answer.status < 300 });
    if (expected !== null) {
      expect(answer.status, at).toBe(expected);
      expect(answer.body.data, at).toBeNull();
      continue;
    }
    // Let in: then the answer is about the request, and foreign is the same as unknown.
    expect([403, ...(endpoint.access.who === 'public' ? [] : [401])], at).not.toContain(
      refusedAnyway(endpoint.access, kind, target) ? 0 : answer.status,
    );
    if (target === 'malformed' && endpoint.params) expect(answer.status, at).toBe(404);
    if (target !== 'foreign' || kind === 'staff') continue;
    expect(answer.text, at).not.toContain(world.foreignUserId);
    const namesCompany =
      endpoint.access.who === 'company' && endpoint.access.from.startsWith('params');
    if (namesCompany || endpoint.access.who === 'self') expect(answer.status, at).toBe(404);
  }
});

/** `orSelf` opens the door for the own id only; without a permission others stay closed. */
function refusedAnyway(access: Access, kind: Kind, target: Target): boolean {
  const holdsNone = kind === 'restricted' || kind === 'loner';
  return access.who === 'company' && access.orSelf && holdsNone && target !== 'own';
}
