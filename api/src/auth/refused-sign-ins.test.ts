import { hash } from '@node-rs/argon2';
import type { AuditEntry } from '@sente/contract/audit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';
import { runJobs } from '../../test/webhooks.ts';

/* Guesses of strangers are nobody's acts, and do not fill the audit log. */

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const password = 'Correct-horse-9';
let test: TestApp;
let staff: TestActor;
let count = 0;
beforeAll(async () => {
  test = await createTestApp({ passwordCost: cost, proxies: ['127.0.0.1'] });
  staff = await createStaff(test.owner);
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
});

async function createPerson() {
  const email = `guessed${++count}@example.test`;
  const companyId = (await createMember(test.owner)).companyId ?? '';
  const passwordHash = await hash(password, cost);
  const userId = await createUser(test.owner, { email, companyId, passwordHash });
  return { email, companyId, userId };
}

async function guess(email: string, from: string, secret = 'wrong guess') {
  const headers = { 'x-forwarded-for': from };
  const payload = { email, password: secret };
  const url = '/api/Auth/login';
  return (await test.app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

const read = async (query: string): Promise<AuditEntry[]> =>
  (await test.call(staff, 'GET', `/Audit?${query}`)).body.data;
const anHourLater = async () => {
  await test.owner.rows("update refused_sign_ins set since = since - interval '61 minutes'");
  await test.owner.rows("select graphile_worker.add_job('upkeep')");
  await runJobs(test);
};

describe('wrong passwords', () => {
  it('of strangers are one entry an hour, with how many followed and from where', async () => {
    const { email, userId, companyId } = await createPerson();
    const about = `subjectType=users&subjectId=${userId}`;
    for (let each = 0; each < 7; each += 1) await guess(email, `10.0.0.${1 + (each % 3)}`);
    const refused = { actorId: null, actorEmail: null, action: 'auth.login', result: 'refused' };
    const first = { ...refused, companyId, address: '10.0.0.1' };
    expect(await read(about)).toMatchObject([
      { ...first, details: { code: 'sign_in_failed', email } },
    ]);
    expect(await read(`actorId=${userId}`)).toEqual([]);

    await anHourLater();
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
    const details = { code: 'sign_in_failed', email, furtherAttempts: 6, addresses };
    expect((await read(about))[0]).toMatchObject({ ...refused, address: null, details });
    await guess(email, '10.0.0.9');
    expect(await read(about)).toHaveLength(3);
    await anHourLater();
    // Nothing followed.
    expect(await read(about)).toHaveLength(3);
  });

  it('that have to wait are another one', async () => {
    const { email, userId } = await createPerson();
    const statuses: number[] = [];
    for (let each = 0; each < 9; each += 1) statuses.push(await guess(email, '10.0.1.1'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    const entries = await read(`subjectType=users&subjectId=${userId}`);
    expect(entries.map(({ details }) => details['code'])).toEqual([
      'too_many_requests',
      'sign_in_failed',
    ]);
  });

  it('for emails that nobody has are counted together', async () => {
    await anHourLater();
    const [{ id: before } = { id: '0' }] = await read('action=auth.login');
    for (let each = 0; each < 6; each += 1) await guess(`nobody${each}@example.test`, '10.0.2.1');
    await anHourLater();
    const entries = (await read('action=auth.login')).filter(
      ({ id }) => Number(id) > Number(before),
    );
    expect(entries.map(({ details }) => details)).toEqual([
      { code: 'sign_in_failed', furtherAttempts: 5, addresses: ['10.0.2.1'] },
      { code: 'sign_in_failed', email: 'nobody0@example.test' },
    ]);
  });

  it('are the act of the person only if the password was right', async () => {
    const { email, userId } = await createPerson();
    await test.owner.rows('update users set is_active = false where id = $1', [userId]);
    await guess(email, '10.0.3.1', password);
    expect(await read(`actorId=${userId}`)).toMatchObject([{ details: { code: 'user_inactive' } }]);
  });
});

it('who asks for a link for a new password is not known either', async () => {
  const { email, userId, companyId } = await createPerson();
  expect((await test.call(null, 'POST', '/Auth/forgot-password', { email })).status).toBe(200);
  expect(await read(`actorId=${userId}`)).toEqual([]);
  const [entry] = await read(`subjectType=users&subjectId=${userId}`);
  expect(entry).toMatchObject({ action: 'accessLinks.recover', actorId: null, companyId });
});
