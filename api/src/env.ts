import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loginBody } from '@sente/contract/auth';
import { enquiryBody } from '@sente/contract/enquiries';
import { StartError } from './db/embedded/start-error.ts';
import {
  archive,
  backup,
  databaseAddress,
  read,
  type BackupSettings,
  type DatabaseArchive,
  type ReadSettings,
} from './env-database.ts';
import { integer, minutes, onOff, type Source } from './env-values.ts';
import type { SmtpSettings } from './mail/smtp.ts';
import { readLayouts, type Layout } from './network-statements/layouts.ts';
import { readTariffs, type Tariff } from './reconciliation/tariffs.ts';
import { address, readNetworks, type NetworkSettings } from './payments/networks/settings.ts';
import { parseKeys, type KeyRing } from './security/credential-key.ts';

/** All settings, read once at start and documented in the README. */
export interface Env {
  readonly host: string;
  readonly port: number;
  /** Port of the portal; differs from `port` behind a development server. */
  readonly webPort: number;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The login of the owner, for migrations; null: DATABASE_URL is the owner's. */
  readonly ownerDatabaseUrl: string | null;
  /** A replica of the database for reports; null for none. */
  readonly read: ReadSettings | null;
  /** A database that does not sync to disk is refused. */
  readonly databaseMustSync: boolean;
  /** The database of the test world. Null: beside the embedded one; there is none beside another. */
  readonly testDatabaseUrl: string | null;
  /** The watcher's own login; null: as the server connects, in the watcher's role. */
  readonly watcherDatabaseUrl: string | null;
  /** Whether the server starts a watcher beside itself. */
  readonly watcher: boolean;
  readonly dataDir: string;
  /** Where the embedded database archives its WAL; null: nowhere. */
  readonly archive: DatabaseArchive;
  readonly backup: BackupSettings;
  readonly poolSize: number;
  readonly demo: boolean;
  /** Other machines may reach demo data, whose passwords are known. */
  readonly isDemoPublic: boolean;
  readonly firstAdministrator: { readonly email: string; readonly password: string } | null;
  /** Between the moment in which /readyz turns to 503 and the one in which the server takes no more requests. */
  readonly stopWaitMs: number;
  readonly sessionLengthMs: number;
  readonly sessionIdleMs: number;
  /** Addresses of proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly proxies: readonly string[];
  /** Folder of the built web; null serves the API alone. */
  readonly webDir: string | null;
  readonly webApiBase: string;
  readonly metricsToken: string | null;
  /** Signed requests of one credential that this server accepts. */
  readonly credentialLimit: { readonly requestsPerSecond: number; readonly burst: number };
  /** Seals the companies' API secrets; null: a key file in `dataDir`. */
  readonly credentialKeys: KeyRing | null;
  /** How often the whole ledger is checked. */
  readonly verifyEveryMs: number;
  readonly logLevel: string;
  /** Allows webhooks over http and to private addresses, for development. */
  readonly webhooksPrivate: boolean;
  /** The only hosts that webhooks lead to; null: any that is public. */
  readonly webhookHosts: readonly string[] | null;
  readonly networks: NetworkSettings;
  /** How the networks write their statements. */
  readonly statementLayouts: readonly Layout[];
  readonly networkTariffs: readonly Tariff[];
  /** Folder of statements to import; null for none. */
  readonly statementsDir: string | null;
  /** Null: no mail is sent. */
  readonly smtp: SmtpSettings | null;
  /** Who is told about enquiries; null: the public site takes none. */
  readonly contactEmail: string | null;
  /** Public URL for links in mails and for the callbacks of the networks; null for this machine. */
  readonly publicUrl: string | null;
  /** Null if disabled. Starts only while no network is configured. */
  readonly simulator: { readonly port: number | 'any'; readonly delayMs: number } | null;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

export function readEnv(source: Source): Env {
  const databaseUrl = source['DATABASE_URL'] || null;
  const testUrl = source['SENTE_TEST_DATABASE_URL'] || null;
  if (testUrl !== null && testUrl === databaseUrl) {
    throw new StartError('SENTE_TEST_DATABASE_URL must not be DATABASE_URL.');
  }
  const port = integer(source, 'PORT', 3000, 0, 65_535);
  const networks = readNetworks(source);
  // Demo data has known passwords, so it is off by default for an external database.
  const demoData = demo(source['SENTE_DEMO'], databaseUrl === null);
  return {
    host: source['HOST'] || 'localhost',
    port,
    webPort: integer(source, 'SENTE_WEB_PORT', port, 0, 65_535),
    databaseUrl: databaseAddress(source, 'DATABASE_URL'),
    ownerDatabaseUrl: databaseUrl && databaseAddress(source, 'SENTE_OWNER_DATABASE_URL'),
    read: read(source),
    databaseMustSync: onOff(source, 'SENTE_DATABASE_FSYNC', true),
    testDatabaseUrl: databaseAddress(source, 'SENTE_TEST_DATABASE_URL'),
    watcherDatabaseUrl: databaseAddress(source, 'SENTE_WATCHER_DATABASE_URL'),
    watcher: onOff(source, 'SENTE_WATCHER', true),
    dataDir: resolve(root, source['SENTE_DATA'] || '.data'),
    archive: archive(source, root),
    backup: backup(source, root),
    poolSize: integer(source, 'SENTE_POOL', 20, 2, 200),
    ...demoData,
    firstAdministrator: firstAdministrator(source),
    // The embedded database has one server: nobody else could take its requests.
    stopWaitMs: integer(source, 'SENTE_STOP_WAIT_SECONDS', databaseUrl ? 5 : 0, 0, 300) * 1_000,
    sessionLengthMs: minutes(source, 'SENTE_SESSION_MINUTES', 8 * 60),
    sessionIdleMs: minutes(source, 'SENTE_IDLE_MINUTES', 2 * 60),
    proxies: proxies(source['SENTE_PROXIES']),
    webDir: source['SENTE_WEB_DIR'] || null,
    webApiBase: source['SENTE_WEB_API_BASE'] || '/api',
    metricsToken: source['SENTE_METRICS_TOKEN'] || null,
    credentialLimit: {
      requestsPerSecond: integer(source, 'SENTE_API_RATE', 100, 1, 1_000_000),
      burst: integer(source, 'SENTE_API_BURST', 200, 1, 1_000_000),
    },
    credentialKeys: credentialKeys(source['SENTE_CREDENTIAL_KEY']),
    verifyEveryMs: minutes(source, 'SENTE_VERIFY_MINUTES', 60),
    logLevel: logLevel(source['SENTE_LOG']),
    webhooksPrivate: onOff(source, 'SENTE_WEBHOOKS_PRIVATE', false),
    webhookHosts: webhookHosts(source['SENTE_WEBHOOK_HOSTS']),
    networks,
    networkTariffs: readTariffs(source['SENTE_NETWORK_TARIFFS']),
    statementLayouts: readLayouts(source['SENTE_STATEMENT_LAYOUTS']),
    statementsDir: source['SENTE_STATEMENTS_DIR'] || null,
    smtp: smtp(source),
    contactEmail: contactEmail(source['SENTE_CONTACT_EMAIL']) ?? demoContact(demoData),
    publicUrl: publicUrl(source['SENTE_PUBLIC_URL'], networks),
    simulator: simulator(source, databaseUrl === null),
  };
}

/** The message never repeats the address: it holds a password. */
function smtp(source: Source): SmtpSettings | null {
  const [url, from] = [source['SENTE_SMTP_URL'], source['SENTE_MAIL_FROM']];
  if (!url && !from) return null;
  if (!url || !from) {
    throw new StartError('SENTE_SMTP_URL and SENTE_MAIL_FROM belong together.');
  }
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new StartError(
      'SENTE_SMTP_URL must look like smtps://user:password@mail.example.ug:465.',
    );
  }
  if (!/^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from.trim())) {
    throw new StartError(
      `SENTE_MAIL_FROM must look like Sente <no-reply@example.ug>, not "${from}".`,
    );
  }
  return { url, from: from.trim() };
}

function contactEmail(text: string | undefined): string | null {
  if (!text) return null;
  const parsed = enquiryBody.shape.email.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartError(`SENTE_CONTACT_EMAIL must look like hello@example.ug, not "${text}".`);
}

/**
 * On this machine the contact form can be tried with demo data. On a public address it could not: what
 * strangers write would be read by everybody, with the known passwords.
 */
function demoContact({ demo, isDemoPublic }: Pick<Env, 'demo' | 'isDemoPublic'>): string | null {
  return demo && !isDemoPublic ? 'hello@sente.test' : null;
}

/** A real network cannot reach this machine's own address, and its callbacks must not be readable. */
function publicUrl(text: string | undefined, { mtn, airtel }: Env['networks']): string | null {
  const url = text ? address('SENTE_PUBLIC_URL', text) : null;
  const isReal = (network: { baseUrl: string } | null) => network?.baseUrl.startsWith('https:');
  const name = isReal(mtn) ? 'MTN' : isReal(airtel) ? 'Airtel' : null;
  if (name && !url?.startsWith('https:')) {
    throw new StartError(
      `Set SENTE_PUBLIC_URL to the https address at which ${name} reaches this server.`,
    );
  }
  return url;
}

/** Off by default for an external database: simulated payments credit real accounts. */
function simulator(source: Source, isWantedByDefault: boolean): Env['simulator'] {
  const name = 'SENTE_SIMULATOR_PORT';
  if (source[name]?.toLowerCase() === 'off') return null;
  if (!source[name] && !isWantedByDefault) return null;
  return {
    port: source[name] ? integer(source, name, 0, 0, 65_535) : 'any',
    delayMs: integer(source, 'SENTE_SIMULATOR_DELAY_MS', 3_000, 0, 3_600_000),
  };
}

function firstAdministrator(source: Source): Env['firstAdministrator'] {
  const email = source['SENTE_ADMIN_EMAIL'];
  const password = source['SENTE_ADMIN_PASSWORD'];
  if (!email && !password) return null;
  if (!email || !password || password.length < 8) {
    throw new StartError(
      'SENTE_ADMIN_EMAIL and SENTE_ADMIN_PASSWORD belong together, and the password needs at least 8 characters.',
    );
  }
  // The same rules as for signing in, so that the administrator can sign in.
  const result = loginBody.safeParse({ email, password });
  if (!result.success) {
    throw new StartError(
      `The first administrator could not sign in: ${result.error.issues[0]?.message}. Correct SENTE_ADMIN_EMAIL or SENTE_ADMIN_PASSWORD.`,
    );
  }
  return result.data;
}

/** The message never repeats the value: it may be a key with a typing error. */
function credentialKeys(text: string | undefined): KeyRing | null {
  if (!text) return null;
  const keys = parseKeys(text);
  if (keys) return keys;
  throw new StartError(
    'SENTE_CREDENTIAL_KEY must be 32 bytes as base64 or hex, such as "openssl rand -base64 32" prints. Several keys are separated by commas, the newest first.',
  );
}

function demo(text: string | undefined, fallback: boolean): Pick<Env, 'demo' | 'isDemoPublic'> {
  if (text?.toLowerCase() === 'public') return { demo: true, isDemoPublic: true };
  const isKnown = !text || /^(?:on|off|true|false|yes|no|1|0)$/i.test(text);
  if (!isKnown) throw new StartError(`SENTE_DEMO must be on, off or public, not "${text}".`);
  return { demo: onOff({ SENTE_DEMO: text }, 'SENTE_DEMO', fallback), isDemoPublic: false };
}

function webhookHosts(text: string | undefined): string[] | null {
  const hosts = listed(text).map((host) => host.toLowerCase());
  const wrong = hosts.find((host) => !/^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host));
  if (wrong === undefined) return hosts.length > 0 ? hosts : null;
  throw new StartError(
    `SENTE_WEBHOOK_HOSTS takes names such as pay.example.ug or *.example.ug, not "${wrong}".`,
  );
}

function listed(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function proxies(text: string | undefined): string[] {
  const addresses = listed(text);
  const wrong = addresses.find((address) => isIP(address.replace(/\/\d{1,3}$/, '')) === 0);
  if (wrong === undefined) return addresses;
  throw new StartError(
    `SENTE_PROXIES takes addresses such as 10.0.0.1 or 10.0.0.0/8, not "${wrong}".`,
  );
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function logLevel(text: string | undefined): string {
  if (!text) return process.stdout.isTTY ? 'warn' : 'info';
  if (logLevels.includes(text)) return text;
  throw new StartError(`SENTE_LOG must be one of ${logLevels.join(', ')}, not "${text}".`);
}
