import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';
import { valuesOf } from '../../test/proofs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
});

it('somebody who enters the address of another as the own one again and again takes no mail from them', async () => {
  const [attacker, admin] = [await createMember(test.owner), await createMember(test.owner)];
  const victim = await createMember(test.owner, { companyId: admin.companyId ?? '' });
  const { email } = await valuesOf(test, admin, victim.userId);
  const enter = async (by: TestActor, address: string) => {
    const values = await valuesOf(test, by, by.userId);
    const body = { ...values, email: address, currentPassword: factoryPassword };
    return test.call(by, 'PUT', `/User/${by.userId}`, body);
  };
  const count = async (kind: string) => {
    const sql = 'select 1 from mails where receiver = $1 and kind = $2';
    return (await test.owner.rows(sql, [email, kind])).length;
  };
  for (let turn = 0; turn < 6; turn += 1) {
    const { status, text } = await enter(attacker, email);
    expect(status, text).toBe(200);
    // Where the attacker reads of it.
    await test.owner.rows("delete from mails where kind = 'email-changed'");
  }
  // The address is not flooded either, by whomever.
  expect((await enter(attacker, email)).status).toBe(429);
  expect((await enter(await createMember(test.owner), email)).status).toBe(429);

  const forgot = await test.call(null, 'POST', '/Auth/forgot-password', { email });
  expect(forgot.status).toBe(200);
  expect(await count('password-link')).toBe(1);
  const helped = await test.call(admin, 'POST', `/User/${victim.userId}/password-link`, {});
  expect(helped.status, helped.text).toBe(200);
  expect(await count('password-help')).toBe(1);
  const moved = await enter(victim, `new-${email}`);
  expect(moved.status, moved.text).toBe(200);
  expect(await count('email-changed')).toBe(1);
});
