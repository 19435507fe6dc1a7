import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../src/db/embedded/launcher.ts';
import { chooseServerUser, giveTo } from '../src/db/embedded/server-user.ts';
import { discard } from './discard.ts';
import { drillAdmin, operate } from './drill.ts';
import { post, startProgram, type RunningProgram } from './running-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'sente-certificates-'));
chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
let program: RunningProgram | undefined;

afterAll(() => void program?.process.kill('SIGKILL'));

it('logs in by certificates, without any password', { timeout: 120_000 }, async () => {
  makeCertificates();
  const server = await startServer();
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`
    create role sente_app nologin; create role sente_jobs nologin; create role sente_watcher nologin;
    grant sente_app to sente_jobs;
    create role sente_owner login; grant sente_app, sente_jobs, sente_watcher to sente_owner;
    create role sente_server login noinherit; grant sente_app, sente_jobs, sente_watcher to sente_server`);
  await admin.query('create database books owner sente_owner');
  await admin.end();
  const as = (login: string, certificate: string): string =>
    `postgres://${login}@127.0.0.1:${server.port}/books?sslmode=verify-full&sslrootcert=${path('ca.pem')}` +
    `&sslcert=${path(`${certificate}.pem`)}&sslkey=${path(`${certificate}.key`)}`;
  const settings = {
    PORT: '0',
    SENTE_ADMIN_EMAIL: drillAdmin.email,
    SENTE_ADMIN_PASSWORD: drillAdmin.password,
    SENTE_CREDENTIAL_KEY: 'a'.repeat(64),
    SENTE_OWNER_DATABASE_URL: as('sente_owner', 'sente_owner'),
  };
  const stranger = { ...settings, DATABASE_URL: as('sente_server', 'sente_owner') };
  expect((await operate('serve', stranger)).stderr).toMatch(/certificate authentication failed/);

  program = await startProgram({
    ...settings,
    DATABASE_URL: as('sente_server', 'sente_server'),
    SENTE_WATCHER: 'on',
  });
  expect((await post(program.url, '/Auth/login', drillAdmin)).success).toBe(true);
  const ready = async () => (await fetch(`${program?.url}/readyz`)).json();
  await expect
    .poll(ready, { timeout: 30_000 })
    .toMatchObject({ status: 'ready', watcher: { secondsSinceLook: expect.any(Number) } });
});

const path = (name: string): string => join(folder, name);

/** An authority of the operator, the server, and one for each login, whose name it has. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    path('ca.key'),
    '-out',
    path('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=Sente test',
  );
  writeFileSync(path('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  for (const name of ['server', 'sente_owner', 'sente_server']) {
    openssl(
      'req',
      ...key,
      '-keyout',
      path(`${name}.key`),
      '-out',
      path(`${name}.csr`),
      '-subj',
      `/CN=${name}`,
    );
    const signed = [
      '-CA',
      path('ca.pem'),
      '-CAkey',
      path('ca.key'),
      '-CAcreateserial',
      '-days',
      '2',
    ];
    openssl(
      'x509',
      '-req',
      '-in',
      path(`${name}.csr`),
      ...signed,
      '-extfile',
      path('names'),
      '-out',
      path(`${name}.pem`),
    );
  }
}

async function startServer() {
  writeFileSync(
    path('pg_hba.conf'),
    `hostssl all sente_owner,sente_server 127.0.0.1/32 cert
     host all owner 127.0.0.1/32 scram-sha-256`,
  );
  giveTo(chooseServerUser(folder), folder);
  const server = await startEmbeddedPostgres({
    dataDir: path('data'),
    log: () => {},
    settings: {
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: path('server.pem'),
      ssl_key_file: path('server.key'),
      ssl_ca_file: path('ca.pem'),
      hba_file: path('pg_hba.conf'),
    },
  });
  afterAll(async () => {
    await server.stop();
    discard(folder);
  });
  return server;
}
