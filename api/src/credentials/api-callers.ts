import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyScope } from '@sente/contract/key-scopes';
import type { FastifyRequest } from 'fastify';
import { textArray } from '../db/array-literal.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { ApiCaller } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { originOf } from '../http/origin.ts';
import type { Sealer } from '../security/secrets.ts';
import { headerOf, isSignedWith, type Claim, type RequestHead } from './claim.ts';
import { createFailedSignatures } from './failed-signatures.ts';
import { refuseBeyond } from './key-limits.ts';
import { hasMessageSignature, isOrder, readMessageSignature } from './message-signature.ts';
import { isSignedByOwner } from './public-key.ts';
import { readSignature } from './signature.ts';

interface CallerRow {
  readonly channel_id: string;
  readonly credential_id: string;
  readonly company_id: string;
  /** Null for a key of ed25519. */
  readonly secret_sealed: Buffer | null;
  readonly key_name: string | null;
  readonly public_key: Buffer | null;
  /** Neither switched off nor ended. */
  readonly is_active: boolean;
  readonly scopes: readonly KeyScope[];
  readonly allowed_addresses: readonly string[];
}

interface SecretRow extends CallerRow {
  readonly secret_sealed: Buffer;
  readonly key_name: string;
}

/** Has a key of each kind. */
interface Nobody extends SecretRow {
  readonly public_key: Buffer;
}

/** The credential that a request claims to use; not verified yet. */
export interface Claimed {
  readonly claim: Claim;
  readonly row: CallerRow;
  /** Whether there is such a credential. Callers do not learn it. */
  readonly isKnown: boolean;
}

export interface ApiCallers {
  /** Before the body is read. An unknown channel fails no earlier than a wrong signature. */
  look(request: FastifyRequest): Promise<Claimed>;
  /** Once the body is read. Throws for a wrong signature, inactive credentials, or what the key may not do. */
  verify(request: FastifyRequest, claimed: Claimed, bodyText: string): void | Promise<void>;
  /** Marks the signature of a verified order as used, once and on all servers. */
  use(request: FastifyRequest, claimed: Claimed): Promise<ApiCaller>;
}

const sameText =
  'If you signed the text below, your key is not that of this channel id. The server checked:';

/** Maximum batch size: requests that arrive together share look-ups. */
const maxPerCall = 256;

export function createApiCallers(database: Database, sealer: Sealer): ApiCallers {
  const nobody = createNobody(sealer);
  const failures = createFailedSignatures();
  const findRow = coalesce<string, CallerRow | undefined>({
    send: (channelIds) => findRows(database, channelIds),
    max: maxPerCall,
  });
  const markUsed = createMarkUsed(database);

  return {
    async look(request) {
      const claim = readClaim(request);
      failures.refuseWhileBlocked(request.ip, claim.channelId);
      const row = await findRow(claim.channelId);
      return { claim, row: row ?? nobody, isKnown: row !== undefined };
    },

    verify(request, { claim, row }, bodyText) {
      const text = claim.signedText(bodyText);
      // The algorithm is the request's: a key of the other kind costs the same time and fails.
      const isRight =
        claim.algorithm === 'ed25519'
          ? isSignedByOwner(row.public_key ?? nobody.public_key, claim.signature, text)
          : isSignedWith(
              openSecret(sealer, hasSecret(row) ? row : nobody, request),
              claim.signature,
              text,
            );
      if (!isRight) {
        failures.failed(request.ip);
        // Nothing in it but what the caller sent.
        throw new AppError('signature_invalid', { hint: `${sameText}\n${text}` });
      }
      failures.succeeded(request.ip, claim.channelId);
      if (!row.is_active) throw new AppError('credential_inactive');
      const { keyScope } = request.routeOptions.config;
      if (!keyScope) throw new Error('A signed route has no scope');
      refuseBeyond(row, keyScope, request.ip);
    },

    async use(request, { claim, row }) {
      // Whoever repeats a reading learns what its caller learned.
      const onceKey = isOrder(request) ? claim.onceKey.toString('hex') : null;
      if (!(await markUsed({ onceKey, credentialId: row.credential_id, address: request.ip }))) {
        throw new AppError('signature_replayed');
      }
      return {
        companyId: row.company_id,
        credentialId: row.credential_id,
        channelId: row.channel_id,
        scope: { platform: false, companyId: row.company_id, userId: null },
        origin: originOf(request),
      };
    },
  };
}

/** Stands in for an unknown channel: verification takes the same time and always fails. */
function createNobody(sealer: Sealer): Nobody {
  const place = { id: uuidV7(), companyId: uuidV7() };
  const { sealed, keyName } = sealer.seal(randomBytes(40).toString('base64url'), place);
  return {
    channel_id: '',
    credential_id: place.id,
    company_id: place.companyId,
    secret_sealed: sealed,
    key_name: keyName,
    public_key: randomPublicKey(),
    is_active: false,
    scopes: [],
    allowed_addresses: [],
  };
}

function randomPublicKey(): Buffer {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

function hasSecret(row: CallerRow): row is SecretRow {
  return row.secret_sealed !== null && row.key_name !== null;
}

async function findRows(
  database: Database,
  channelIds: readonly string[],
): Promise<(CallerRow | undefined)[]> {
  const rows = await database.unscoped.rows<CallerRow>(
    'select * from api_callers($1)',
    [textArray([...new Set(channelIds)])],
    'api_callers',
  );
  const found = new Map(rows.map((row) => [row.channel_id, row]));
  return channelIds.map((channelId) => found.get(channelId));
}

function openSecret(sealer: Sealer, row: SecretRow, request: FastifyRequest): string {
  const stored = { sealed: row.secret_sealed, keyName: row.key_name };
  const opened = sealer.open(stored, { id: row.credential_id, companyId: row.company_id });
  if ('secret' in opened) return opened.secret;
  // This is a server problem; the credentials screen tells staff what to do.
  const about = { companyId: row.company_id, channelId: row.channel_id, why: opened.unreadable };
  request.log.error(about, 'a secret key cannot be opened, so its signatures cannot be checked');
  throw new AppError('unavailable', { retryAfterSeconds: 60 });
}

/** The channel that a request names, also if the rest of its signature cannot be read; empty without one. */
export function namedChannel({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const named = /;keyid="([^"]*)"/.exec(headerOf(headers, 'signature-input') ?? '')?.[1];
  return named ?? headerOf(headers, 'x-channel-id') ?? '';
}

/** As the caller sees it. */
export function readClaim(request: FastifyRequest): Claim {
  const head: RequestHead = {
    method: request.method,
    path: request.raw.url ?? '',
    scheme: request.protocol,
    authority: request.host.toLowerCase(),
    headers: request.headers,
  };
  const read = hasMessageSignature(head) ? readMessageSignature : readSignature;
  return read(head, Date.now());
}

interface Use {
  /** Hexadecimal; null for what can be repeated. */
  readonly onceKey: string | null;
  readonly credentialId: string;
  readonly address: string;
}

/** False if it was used before, on any server. */
function createMarkUsed(database: Database): (use: Use) => Promise<boolean> {
  return coalesce<Use, boolean>({
    send: async (uses) => {
      const onceKeys = uses.flatMap(({ onceKey }) => onceKey ?? []);
      const addresses = new Map(uses.map(({ credentialId, address }) => [credentialId, address]));
      const rows = await database.unscoped.rows<{ signature: Buffer }>(
        'select signatures_use as signature from signatures_use($1, $2, $3)',
        [
          textArray(onceKeys.map((onceKey) => `\\x${onceKey}`)),
          textArray([...addresses.keys()]),
          textArray([...addresses.values()]),
        ],
        'signatures_use',
      );
      const fresh = new Set(rows.map(({ signature }) => signature.toString('hex')));
      return uses.map(({ onceKey }) => onceKey === null || fresh.has(onceKey));
    },
    // Of two equal orders in a batch only the first is new.
    keyOf: ({ onceKey }) => onceKey ?? undefined,
    max: maxPerCall,
  });
}
