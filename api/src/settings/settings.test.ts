import { hash as digest } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  staff = await createStaff(test.owner);
});

const lastAudit = (actor: TestActor) =>
  test.owner.row(
    `select action, result, subject_type, subject_id, details from audit_log
     where actor_id = $1 order by id desc limit 1`,
    [actor.userId],
  );

describe('notification settings', () => {
  const defaults = {
    emailNotifications: true,
    pushNotifications: true,
    smsNotifications: false,
    marketingEmails: false,
    securityAlerts: true,
    systemUpdates: true,
  };
  const path = '/Admin/notification-settings';

  it('notification settings are the defaults until the user saves their own', async () => {
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject(defaults);
    const chosen = { ...defaults, securityAlerts: false, systemUpdates: false };
    expect((await test.call(staff, 'PUT', path, chosen)).body.data).toMatchObject(chosen);
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject(chosen);
    expect(await lastAudit(staff)).toEqual({
      action: 'settings.updateNotifications',
      result: 'done',
      subject_type: 'users',
      subject_id: staff.userId,
      details: {
        changed: ['securityAlerts', 'systemUpdates'],
        from: { securityAlerts: true, systemUpdates: true },
        to: { securityAlerts: false, systemUpdates: false },
      },
    });
    expect((await test.call(staff, 'PUT', path, defaults)).body.data).toMatchObject(defaults);
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject(defaults);
  });

  it('notification settings belong to one user', async () => {
    await test.call(staff, 'PUT', path, { ...defaults, securityAlerts: false });
    const other = await createStaff(test.owner);
    expect((await test.call(other, 'GET', path)).body.data).toMatchObject(defaults);
  });

  it('a switch added later has its default, and what is never sent stays off', async () => {
    await test.database.within({ platform: true, companyId: null, userId: staff.userId }, (db) =>
      db.rows('insert into notification_settings (user_id, settings) values ($1, $2)', [
        staff.userId,
        { marketingEmails: true, systemUpdates: false },
      ]),
    );
    expect((await test.call(staff, 'GET', path)).body.data).toMatchObject({
      ...defaults,
      systemUpdates: false,
    });
  });

  it('notification settings are saved all together or not at all', async () => {
    const { systemUpdates: _, ...some } = defaults;
    expect((await test.call(staff, 'PUT', path, some)).body.fields).toHaveProperty('systemUpdates');
    const text = await test.call(staff, 'PUT', path, { ...defaults, systemUpdates: 'yes' });
    expect(text.status).toBe(400);
  });
});

describe('change of password', () => {
  const old = 'Correct-horse-9';
  let oldHash: string;
  let actor: TestActor;
  beforeAll(async () => {
    oldHash = await hash(old, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });
  beforeEach(async () => {
    await test.owner.rows('delete from throttles');
    const id = await createUser(test.owner, {
      isStaff: true,
      roles: ['Admin'],
      passwordHash: oldHash,
    });
    actor = await signIn(test.owner, id, null);
  });
  const change = (currentPassword: string, newPassword: string) =>
    test.call(actor, 'PUT', '/Admin/change-password', { currentPassword, newPassword });
  const login = async (password: string) => {
    const user = await test.owner.row<{ email: string }>('select email from users where id = $1', [
      actor.userId,
    ]);
    return (await test.call(null, 'POST', '/Auth/login', { email: user?.email, password })).status;
  };

  it('sets the new password and ends all other sessions', async () => {
    const elsewhere = await signIn(test.owner, actor.userId, null);
    const { body } = await change(old, 'Another-horse-1');
    expect(body).toMatchObject({ success: true });
    const renewed = { ...actor, token: body.data.token };
    expect((await test.call(renewed, 'GET', '/Role')).status).toBe(200);
    expect((await test.call(elsewhere, 'GET', '/Role')).status).toBe(401);
    expect(await login(old)).toBe(401);
    expect(await login('Another-horse-1')).toBe(200);
    const entry = await test.owner.row(
      `select result from audit_log where actor_id = $1 and action = 'settings.changePassword'`,
      [actor.userId],
    );
    expect(entry).toEqual({ result: 'done' });
  });

  it('names the wrong current password and changes nothing', async () => {
    const answer = await change('not the one', 'Another-horse-1');
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ currentPassword: 'Current password is incorrect' });
    expect(await lastAudit(actor)).toMatchObject({ result: 'refused' });
    expect(await login(old)).toBe(200);
  });

  it.each([
    ['', 'Another-horse-1', 'currentPassword', 'Current password is required'],
    ['x', '', 'newPassword', 'New password is required'],
    ['x', 'seven77', 'newPassword', 'Password must be at least 8 characters long'],
    ['x', 'x'.repeat(101), 'newPassword', 'Password must be less than 100 characters'],
  ])('refuses %j to %j', async (current, next, field, message) => {
    expect((await change(current, next)).body.fields).toEqual({ [field]: message });
  });

  it('refuses a common password', async () => {
    const answer = await change(old, 'password123');
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty('newPassword');
    expect(await login(old)).toBe(200);
  });

  it('throttles guessing of the current password', async () => {
    for (let n = 0; n < 5; n++) expect((await change('guess', 'Another-horse-1')).status).toBe(400);
    const throttled = await change(old, 'Another-horse-1');
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('profile', () => {
  const names = { firstName: 'Sarah', lastName: 'Nambi' };
  const bytesOf = {
    png: Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
    jpg: Buffer.from('\xff\xd8\xff\xe0rest', 'latin1'),
    webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8L\x04\0\0\0rest', 'latin1'),
  };
  const put = (fields: Record<string, unknown>) =>
    test.submit(staff, 'PUT', '/Admin/profile', fields);
  const me = async () => (await test.call(staff, 'GET', `/User/${staff.userId}`)).body.data;

  it('changes name and phone of the caller and nothing else', async () => {
    const before = await me();
    const answer = await put({ ...names, phoneNumber: '0772 100001' });
    expect(answer.body).toMatchObject({ success: true, data: null });
    expect(await me()).toEqual({
      ...before,
      ...names,
      name: 'Sarah Nambi',
      phoneNumber: '+256772100001',
      updatedAt: expect.any(String),
    });
    expect(await lastAudit(staff)).toMatchObject({
      action: 'settings.updateProfile',
      subject_id: staff.userId,
      details: {
        changed: ['firstName', 'lastName', 'phoneNumber'],
        from: { firstName: 'Test', lastName: 'Person', phoneNumber: null },
        to: { ...names, phoneNumber: '+256772100001' },
      },
    });
  });

  it('keeps an omitted phone number and clears an empty one', async () => {
    await put({ ...names, phoneNumber: '0772 100001' });
    expect((await put(names)).status).toBe(200);
    expect((await me()).phoneNumber).toBe('+256772100001');
    expect((await put({ ...names, phoneNumber: ' ' })).status).toBe(200);
    expect((await me()).phoneNumber).toBeNull();
    expect((await put({ ...names, phoneNumber: 'call\u202eme' })).body.fields).toEqual({
      phoneNumber: 'Must not contain control characters',
    });
  });

  it('serves a picture without its location', async () => {
    const notes = Buffer.from('\xff\xfe\0\x0fGPS 0.3476 N,', 'latin1');
    const avatar = Buffer.concat([
      Buffer.from('\xff\xd8', 'latin1'),
      notes,
      Buffer.from('\xff\xda\0\x02picture', 'latin1'),
    ]);
    await put({ ...names, avatar });
    const picture = await test.app.inject((await me()).avatar);
    expect(picture.rawPayload.toString('latin1')).toBe('\xff\xd8\xff\xda\0\x02picture');
  });

  it('deletes a replaced picture unless another user has it', async () => {
    const first = Buffer.from('\x89PNG\r\n\x1a\nfirst', 'latin1');
    const second = Buffer.from('\x89PNG\r\n\x1a\nsecond', 'latin1');
    const statusOf = async (picture: Buffer) =>
      (await test.app.inject(`/avatars/${digest('sha256', picture, 'hex')}.png`)).statusCode;
    const other = await createStaff(test.owner);
    await put({ ...names, avatar: first });
    await test.submit(other, 'PUT', '/Admin/profile', { ...names, avatar: first });
    await put({ ...names, avatar: second });
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await test.submit(other, 'PUT', '/Admin/profile', { ...names, avatar: second });
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  });

  it('a picture chosen by others while it is replaced is kept', async () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\nshared', 'latin1');
    const people = await Promise.all(Array.from({ length: 4 }, () => createStaff(test.owner)));
    for (let round = 0; round < 4; round++) {
      const own = Buffer.from(`\x89PNG\r\n\x1a\nround ${round}`, 'latin1');
      await Promise.all(
        people.map((person, at) =>
          test.submit(person, 'PUT', '/Admin/profile', {
            ...names,
            avatar: (at + round) % 2 ? picture : own,
          }),
        ),
      );
      const lost = await test.owner.rows(
        `select 1 from users u where avatar_url like '/avatars/%' and not exists
           (select from avatars a where u.avatar_url like '/avatars/' || a.hash || '.%')`,
      );
      expect(lost).toEqual([]);
    }
  });

  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)('stores a %s picture and serves it to anybody', async (extension, type) => {
    const avatar = bytesOf[extension];
    expect((await put({ ...names, avatar })).status).toBe(200);
    const address = `/avatars/${digest('sha256', avatar, 'hex')}.${extension}`;
    expect((await me()).avatar).toBe(address);
    const picture = await test.app.inject(address);
    expect(picture.rawPayload.equals(avatar)).toBe(true);
    expect(picture.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    // Without a new file the picture stays; uploading the same one again is allowed.
    expect((await put(names)).status).toBe(200);
    expect((await put({ ...names, avatar })).status).toBe(200);
    expect((await me()).avatar).toBe(address);
  });

  it.each([
    `/avatars/${'0'.repeat(64)}.png`,
    `/avatars/${digest('sha256', bytesOf.png, 'hex')}.webp`,
    `/avatars/${digest('sha256', bytesOf.png, 'hex')}`,
    '/avatars/..%2f..%2fetc%2fpasswd',
    "/avatars/'; drop table avatars; --.png",
  ])('answers no picture at %s', async (address) => {
    await put({ ...names, avatar: bytesOf.png });
    const answer = await test.app.inject({ url: address, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  it.each([
    ['text', Buffer.from('<svg onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a..........')],
    ['half a signature', Buffer.from('\x89PN', 'latin1')],
    ['RIFF that is sound', Buffer.from('RIFF\x04\x00\x00\x00WAVErest', 'latin1')],
    ['a text instead of a file', 'my picture'],
  ])('refuses %s as a picture', async (_what, avatar) => {
    const answer = await put({ ...names, avatar });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      avatar: 'The picture must be a PNG, JPEG or WebP file',
    });
    expect((await me()).firstName).toBe('Test');
  });

  it('accepts 512 KB and not a byte more', async () => {
    const full = Buffer.concat([bytesOf.png, Buffer.alloc(512 * 1024 - bytesOf.png.length)]);
    expect((await put({ ...names, avatar: full })).status).toBe(200);
    const answer = await put({ ...names, avatar: Buffer.concat([full, Buffer.from('x')]) });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ avatar: 'The file must be at most 512 KB' });
  });

  it('treats an empty file as none, as browsers send it', async () => {
    const payload = [
      ...['firstName', 'lastName'].map((name) => part(`name="${name}"`, 'Empty')),
      part('name="avatar"; filename=""\r\nContent-Type: application/octet-stream', ''),
      '--x--\r\n',
    ].join('');
    expect((await raw(payload)).status).toBe(200);
    expect(await me()).toMatchObject({ firstName: 'Empty', avatar: null });
  });

  it('names the wrong, missing or unknown field', async () => {
    const wrong = await put({ firstName: ' ', lastName: 'x'.repeat(101) });
    expect(wrong.body.fields).toEqual({
      firstName: 'First name is required',
      lastName: 'Must be at most 100 characters',
    });
    const unknown = await put({ ...names, isStaff: 'true' });
    expect(unknown.body.errors).toEqual(['Unknown field: isStaff']);
  });

  const part = (disposition: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const raw = async (payload: string, type = 'multipart/form-data; boundary=x') => {
    const answer = await test.app.inject({
      method: 'PUT',
      url: '/api/Admin/profile',
      headers: { 'content-type': type, authorization: `Bearer ${staff.token}` },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const good = part('name="firstName"', 'Sarah') + part('name="lastName"', 'Nambi');

  it.each([
    ['a field twice', good + part('name="firstName"', 'Again') + '--x--', 400],
    ['two files', good + file('avatar') + file('avatar') + '--x--', 400],
    ['a file under a name of its own', good + file('photo') + '--x--', 400],
    ['thousands of fields', part('name="f"', 'x').repeat(10_000) + '--x--', 400],
    ['many fields cut off', Array.from({ length: 30 }, (_, n) => part(`name="f${n}"`, 'x')), 400],
    ['a long field', good + part('name="phoneNumber"', '9'.repeat(20_000)) + '--x--', 400],
    ['more than a form holds', good + part('name="a"', 'x'.repeat(700_000)) + '--x--', 413],
    ['a form cut off', good.slice(0, -9), 400],
    ['no part at all', '--x--', 400],
    ['nothing', '', 400],
    ['JSON under a wrong name', '{"firstName":"Sarah"}', 400],
    ['a prototype', good + part('name="__proto__"', 'x') + '--x--', 400],
    ['a nameless field', good + part('name=""', 'x') + '--x--', 400],
    ['NUL', good + part('name="phoneNumber"', 'x\0') + '--x--', 400],
  ])('refuses %s', async (_what, payload, status) => {
    const answer = await raw([payload].flat().join(''));
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(answer.body).toMatchObject({ success: false, data: null });
    expect((await me()).firstName).toBe('Test');
  });

  function file(name: string): string {
    return part(`name="${name}"; filename="a.png"`, '\x89PNG');
  }

  it('accepts only a form, and other calls accept none', async () => {
    expect((await raw(good, 'multipart/form-data')).status).toBe(400);
    expect((await raw(JSON.stringify(names), 'application/json')).status).toBe(415);
    expect((await raw('firstName=Sarah', 'application/x-www-form-urlencoded')).status).toBe(415);
    for (const path of ['/Admin/notification-settings', '/Admin/change-password']) {
      expect((await test.submit(staff, 'PUT', path, names)).status).toBe(415);
    }
    expect((await test.submit(staff, 'DELETE', '/Role/x', names)).status).toBe(415);
  });
});
