import { beforeAll, expect } from 'vitest';
import { createMember, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { factoryPassword } from './factories.ts';
import type { TestCredential } from './signed.ts';

/** A server with both worlds. */
export interface BothWorlds {
  readonly live: TestApp;
  /** The database of the test world, which only tests look at. */
  readonly other: TestDatabase;
}

/** Its fields are set before the tests of the file. */
export function bothWorlds(): BothWorlds {
  const given = {} as { -readonly [Name in keyof BothWorlds]: BothWorlds[Name] };
  beforeAll(async () => {
    given.other = await createTestDatabase();
    const databaseUrls = async () => ({ ownerUrl: given.other.url, url: given.other.url });
    given.live = await createTestApp({
      testWorld: {
        databaseUrls,
        isInUse: false,
        simulator: { delayMs: 0 },
        examiner: { pollMs: 50, payWithinMs: 10_000, followMs: 500 },
      },
    });
    // The first to come waits for the world to start.
    await inTest(given.live, await createMember(given.live.owner), 'GET', '/Networks');
  }, 60_000);
  return given;
}

/** A key that somebody made in test mode. */
export async function createTestKey(live: TestApp, actor: TestActor): Promise<TestCredential> {
  const { status, text, body } = await inTest(live, actor, 'POST', '/ApiKeys', {
    name: 'Shop',
    scopes: ['read', 'collect', 'payout'],
    allowedAddresses: [],
    currentPassword: factoryPassword,
  });
  expect(status, text).toBe(200);
  return { ...body.data, companyId: actor.companyId ?? '' };
}

/** A call of the portal in test mode. */
export async function inTest(
  { app }: Pick<TestApp, 'app'>,
  actor: TestActor | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<TestAnswer> {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers: {
      'sente-mode': 'test',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(actor && { authorization: `Bearer ${actor.token}` }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isFile = response.headers['content-disposition'] !== undefined;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isFile ? (undefined as never) : response.json(),
    text: response.body,
    bytes: response.rawPayload,
  };
}
