import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

it('no setting is required', () => {
  expect(readEnv({})).toMatchObject({
    host: 'localhost',
    port: 3000,
    databaseUrl: null,
    demo: true,
    sessionLengthMs: 8 * 3_600_000,
    proxies: [],
    firstAdministrator: null,
    credentialKeys: null,
    credentialLimit: { requestsPerSecond: 100, burst: 200 },
  });
});

it('reads a key as hex or as base64', () => {
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')]) {
    expect(readEnv({ SENTE_CREDENTIAL_KEY: text }).credentialKeys).toEqual([key]);
  }
});

it('reads several keys, the current one first', () => {
  const [current, former] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const text = `${current.toString('hex')},\n ${former.toString('base64')} `;
  expect(readEnv({ SENTE_CREDENTIAL_KEY: text }).credentialKeys).toEqual([current, former]);
  expect(() => readEnv({ SENTE_CREDENTIAL_KEY: `${current.toString('hex')},half` })).toThrow(
    'newest first',
  );
});

it('an invalid key is not repeated in the error', () => {
  expect(() => readEnv({ SENTE_CREDENTIAL_KEY: 'nearly-a-secret' })).not.toThrow('nearly');
});

it('demo data with its known passwords is refused for an external database', () => {
  const DATABASE_URL = 'postgres://user:secret@localhost:5432/sente';
  expect(readEnv({ DATABASE_URL }).demo).toBe(false);
  expect(readEnv({ DATABASE_URL, SENTE_DEMO: 'on' }).demo).toBe(true);
});

it('webhooks to private addresses must be allowed explicitly', () => {
  expect(readEnv({}).webhooksPrivate).toBe(false);
  expect(readEnv({ SENTE_WEBHOOKS_PRIVATE: 'on' }).webhooksPrivate).toBe(true);
});

it('reads the hosts of webhooks, any by default', () => {
  expect(readEnv({}).webhookHosts).toBeNull();
  const listed = readEnv({ SENTE_WEBHOOK_HOSTS: 'pay.Example.ug, *.shop.test' }).webhookHosts;
  expect(listed).toEqual(['pay.example.ug', '*.shop.test']);
  for (const wrong of ['https://example.ug', '*', '10.0.0.1:80', 'a b.test']) {
    expect(() => readEnv({ SENTE_WEBHOOK_HOSTS: wrong })).toThrow('SENTE_WEBHOOK_HOSTS');
  }
});

it('reads the proxies as a list', () => {
  expect(readEnv({ SENTE_PROXIES: '10.0.0.1, 10.0.0.0/8' }).proxies).toEqual([
    '10.0.0.1',
    '10.0.0.0/8',
  ]);
});

it('trims the first administrator as sign-in does', () => {
  const settings = { SENTE_ADMIN_EMAIL: ' a@b.co ', SENTE_ADMIN_PASSWORD: 'a-long-secret' };
  expect(readEnv(settings).firstAdministrator?.email).toBe('a@b.co');
});

const publicUrl = { SENTE_PUBLIC_URL: 'https://pay.example.com' };
const mtnSettings = {
  ...publicUrl,
  SENTE_MTN_BASE_URL: 'https://proxy.momoapi.mtn.com/',
  SENTE_MTN_TARGET_ENVIRONMENT: 'mtnuganda',
  SENTE_MTN_COLLECTION_KEY: 'collection-key',
  SENTE_MTN_COLLECTION_USER: 'collection-user',
  SENTE_MTN_COLLECTION_SECRET: 'collection-secret',
  SENTE_MTN_DISBURSEMENT_KEY: 'disbursement-key',
  SENTE_MTN_DISBURSEMENT_USER: 'disbursement-user',
  SENTE_MTN_DISBURSEMENT_SECRET: 'disbursement-secret',
};
const airtelSettings = {
  ...publicUrl,
  SENTE_AIRTEL_BASE_URL: 'https://openapi.airtel.africa',
  SENTE_AIRTEL_CLIENT_ID: 'client',
  SENTE_AIRTEL_CLIENT_SECRET: 'client-secret',
  SENTE_AIRTEL_CALLBACK_KEY: 'callback-key',
  SENTE_AIRTEL_PIN: 'encrypted-pin',
};

it('reads the keys of each network separately', () => {
  expect(readEnv({}).networks).toEqual({ mtn: null, airtel: null });
  expect(readEnv({ ...mtnSettings }).networks).toEqual({
    mtn: {
      baseUrl: 'https://proxy.momoapi.mtn.com',
      targetEnvironment: 'mtnuganda',
      collection: {
        subscriptionKey: 'collection-key',
        userId: 'collection-user',
        secret: 'collection-secret',
      },
      disbursement: {
        subscriptionKey: 'disbursement-key',
        userId: 'disbursement-user',
        secret: 'disbursement-secret',
      },
    },
    airtel: null,
  });
  expect(readEnv({ ...airtelSettings }).networks.airtel).toEqual({
    baseUrl: 'https://openapi.airtel.africa',
    clientId: 'client',
    clientSecret: 'client-secret',
    callbackKey: 'callback-key',
    pin: 'encrypted-pin',
    versions: {
      collection: 'v2',
      payout: 'v3',
      collectionStatus: 'v1',
      payoutStatus: 'v2',
      refund: 'v2',
    },
    signing: null,
  });
});

it('takes the products of MTN one by one, each with all of its keys', () => {
  const of = (product: string) =>
    Object.fromEntries(Object.entries(mtnSettings).filter(([name]) => !name.includes(product)));
  expect(readEnv(of('DISBURSEMENT')).networks.mtn).toMatchObject({
    collection: { userId: 'collection-user' },
    disbursement: null,
  });
  expect(readEnv(of('COLLECTION')).networks.mtn).toMatchObject({
    collection: null,
    disbursement: { userId: 'disbursement-user' },
  });
  const { SENTE_MTN_BASE_URL, SENTE_MTN_TARGET_ENVIRONMENT } = mtnSettings;
  expect(() => readEnv({ ...publicUrl, SENTE_MTN_BASE_URL, SENTE_MTN_TARGET_ENVIRONMENT })).toThrow(
    'The settings of MTN are not complete. Set also: SENTE_MTN_COLLECTION_KEY',
  );
});

it("takes the versions of Airtel's calls and whether they are signed", () => {
  const of = (settings: object) => readEnv({ ...airtelSettings, ...settings }).networks.airtel;
  expect(
    of({ SENTE_AIRTEL_PAYOUT_VERSION: 'v1', SENTE_AIRTEL_PAYOUT_STATUS_VERSION: 'v3' })?.versions,
  ).toMatchObject({ collection: 'v2', payout: 'v1', payoutStatus: 'v3' });
  expect(of({ SENTE_AIRTEL_SIGNING: 'on' })?.signing).toBe(true);
  expect(of({ SENTE_AIRTEL_SIGNING: 'off' })?.signing).toBe(false);
});

it('names the missing network settings without repeating the present ones', () => {
  const settings = { ...mtnSettings, SENTE_MTN_DISBURSEMENT_SECRET: '' };
  expect(() => readEnv(settings)).toThrow(
    'The settings of MTN are not complete. Set also: SENTE_MTN_DISBURSEMENT_SECRET.',
  );
  expect(() => readEnv({ SENTE_AIRTEL_CLIENT_SECRET: 'hush' })).not.toThrow('hush');
});

it('the simulator is refused for an external database', () => {
  const DATABASE_URL = 'postgres://user:secret@localhost:5432/sente';
  expect(readEnv({}).simulator).toEqual({ port: 'any', delayMs: 3_000 });
  expect(readEnv({ SENTE_SIMULATOR_PORT: 'off' }).simulator).toBeNull();
  expect(readEnv({ DATABASE_URL }).simulator).toBeNull();
  expect(
    readEnv({ DATABASE_URL, SENTE_SIMULATOR_PORT: '4000', SENTE_SIMULATOR_DELAY_MS: '0' })
      .simulator,
  ).toEqual({ port: 4000, delayMs: 0 });
});

it('accepts the public address without a trailing slash', () => {
  expect(readEnv({}).publicUrl).toBeNull();
  expect(readEnv({ SENTE_PUBLIC_URL: 'https://pay.example.com/' }).publicUrl).toBe(
    'https://pay.example.com',
  );
});

it('requires an https address for the callbacks of a real network', () => {
  const asked = 'Set SENTE_PUBLIC_URL to the https address at which MTN reaches this server.';
  const { SENTE_PUBLIC_URL: _, ...keys } = mtnSettings;
  expect(() => readEnv(keys)).toThrow(asked);
  expect(() => readEnv({ ...keys, SENTE_PUBLIC_URL: 'http://pay.example.com' })).toThrow(asked);
  // A stand-in for the network on this machine.
  expect(readEnv({ ...keys, SENTE_MTN_BASE_URL: 'http://127.0.0.1:4000' }).publicUrl).toBeNull();
});

it('takes the mail server and the sender together', () => {
  expect(readEnv({}).smtp).toBeNull();
  const settings = { SENTE_SMTP_URL: 'smtp://mail.test:25', SENTE_MAIL_FROM: 'Sente <a@b.co>' };
  expect(readEnv(settings).smtp).toEqual({ url: 'smtp://mail.test:25', from: 'Sente <a@b.co>' });
  expect(readEnv({ ...settings, SENTE_MAIL_FROM: 'a@b.co' }).smtp?.from).toBe('a@b.co');
});

it.each([
  [{ SENTE_SMTP_URL: 'smtp://mail.test' }, 'SENTE_SMTP_URL and SENTE_MAIL_FROM belong together.'],
  [{ SENTE_SMTP_URL: 'mail.test', SENTE_MAIL_FROM: 'a@b.co' }, 'SENTE_SMTP_URL must look like'],
  [
    { SENTE_SMTP_URL: 'smtp://mail.test', SENTE_MAIL_FROM: 'Sente' },
    'SENTE_MAIL_FROM must look like Sente <no-reply@example.ug>, not "Sente".',
  ],
  [{ SENTE_PUBLIC_URL: 'pay.example.com' }, 'SENTE_PUBLIC_URL must be an address'],
  [{ ...mtnSettings, SENTE_MTN_BASE_URL: 'ftp://x' }, 'SENTE_MTN_BASE_URL must be an address'],
  [{ SENTE_AIRTEL_PIN: '1234' }, 'The settings of Airtel are not complete. Set also: SENTE_AIRTEL'],
  [
    { ...airtelSettings, SENTE_AIRTEL_COLLECTION_VERSION: 'v3' },
    'SENTE_AIRTEL_COLLECTION_VERSION must be one of: v2, v1.',
  ],
  [
    { ...airtelSettings, SENTE_AIRTEL_SIGNING: 'yes' },
    'SENTE_AIRTEL_SIGNING must be one of: default, on, off.',
  ],
  [{ SENTE_SIMULATOR_PORT: 'on' }, 'SENTE_SIMULATOR_PORT must be a whole number'],
  [{ SENTE_SIMULATOR_DELAY_MS: '-1' }, 'SENTE_SIMULATOR_DELAY_MS must be a whole number'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a whole number'],
  [{ SENTE_DEMO: 'maybe' }, 'SENTE_DEMO must be on, off or public'],
  [{ SENTE_SESSION_MINUTES: '0' }, 'SENTE_SESSION_MINUTES must be'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like'],
  [{ SENTE_WATCHER_DATABASE_URL: 'x' }, 'SENTE_WATCHER_DATABASE_URL must look like'],
  [{ SENTE_WATCHER: 'perhaps' }, 'SENTE_WATCHER must be on or off'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co' }, 'belong together'],
  [{ SENTE_ADMIN_EMAIL: 'admin', SENTE_ADMIN_PASSWORD: 'a-long-secret' }, 'could not sign in'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co', SENTE_ADMIN_PASSWORD: 'x'.repeat(101) }, 'could not sign in'],
  [{ SENTE_PROXIES: 'loadbalancer' }, 'SENTE_PROXIES takes addresses'],
  [{ SENTE_CREDENTIAL_KEY: 'short' }, 'SENTE_CREDENTIAL_KEY must be 32 bytes'],
  [{ SENTE_CREDENTIAL_KEY: 'f'.repeat(63) }, 'SENTE_CREDENTIAL_KEY must be 32 bytes'],
  [{ SENTE_LOG: 'verbose' }, 'SENTE_LOG must be one of'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co', SENTE_ADMIN_PASSWORD: 'short' }, 'at least 8 characters'],
])('says what is wrong with %j', (settings, sentence) => {
  expect(() => readEnv(settings)).toThrow(sentence);
});

it('has an address for enquiries with demo data on this machine only', () => {
  expect(readEnv({}).contactEmail).toBe('hello@sente.test');
  expect(readEnv({ SENTE_DEMO: 'public' }).contactEmail).toBeNull();
  const external = { DATABASE_URL: 'postgres://sente@localhost/sente' };
  expect(readEnv(external).contactEmail).toBeNull();
  expect(readEnv({ ...external, SENTE_DEMO: 'on' }).contactEmail).toBe('hello@sente.test');
});

it('takes an address for enquiries, and refuses what is none', () => {
  expect(readEnv({ SENTE_DEMO: 'off' }).contactEmail).toBeNull();
  expect(readEnv({ SENTE_CONTACT_EMAIL: 'hello@example.ug' }).contactEmail).toBe(
    'hello@example.ug',
  );
  expect(() => readEnv({ SENTE_CONTACT_EMAIL: 'hello' })).toThrow(
    'SENTE_CONTACT_EMAIL must look like hello@example.ug, not "hello".',
  );
});

it('a database on another machine is reached by TLS, unless that is switched off by name', () => {
  const [here, there] = [
    'postgres://u:secret@localhost/sente',
    'postgres://u:secret@db.example/sente',
  ];
  const socket = 'postgres:///sente?host=/var/run/postgresql';
  for (const url of [here, socket, `${there}?sslmode=verify-full`]) {
    expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url);
  }
  for (const url of [there, `${there}?sslmode=prefer`, `${there}?sslmode=disable`]) {
    expect(() => readEnv({ DATABASE_URL: url })).toThrow('another machine');
    expect(() => readEnv({ DATABASE_URL: url })).not.toThrow('secret');
    expect(() => readEnv({ DATABASE_URL: here, SENTE_OWNER_DATABASE_URL: url })).toThrow('OWNER');
    expect(readEnv({ DATABASE_URL: url, SENTE_DATABASE_TLS: 'off' }).databaseUrl).toBe(url);
  }
});

it('a replica is one of DATABASE_URL, and reached by TLS', () => {
  const here = 'postgres://u:secret@localhost/sente';
  const replica = 'postgres://u:secret@localhost:5433/sente';
  expect(readEnv({ DATABASE_URL: here }).read).toBeNull();
  expect(readEnv({ DATABASE_URL: here, SENTE_READ_URL: replica }).read).toEqual({
    url: replica,
    mostLagMs: 5_000,
  });
  expect(() => readEnv({ SENTE_READ_URL: replica })).toThrow('needs DATABASE_URL');
  expect(() => readEnv({ DATABASE_URL: here, SENTE_READ_URL: here })).toThrow('must not be');
  const there = 'postgres://u:secret@db.example/sente';
  expect(() => readEnv({ DATABASE_URL: here, SENTE_READ_URL: there })).toThrow('another machine');
});

it('a stop waits for the load balancer only where there can be one', () => {
  expect(readEnv({}).stopWaitMs).toBe(0);
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/sente' }).stopWaitMs).toBe(5_000);
  expect(readEnv({ SENTE_STOP_WAIT_SECONDS: '12' }).stopWaitMs).toBe(12_000);
});
