import type { ApiRequest, ErrorGroup } from '@sente/contract/api-requests';
import type { Db } from '../db/database.ts';

export interface NewRequest extends Omit<ApiRequest, 'at' | 'keyName'> {
  readonly companyId: string;
  readonly credentialId: string;
  readonly idempotencyKey: string | null;
  readonly requestBody: string | null;
  readonly answerBody: string | null;
}

/** All in one statement. */
export async function insertRequests(db: Db, requests: readonly NewRequest[]): Promise<void> {
  await db.rows(
    `insert into api_requests (company_id, id, method, path, status, error_code, error_message,
       credential_id, channel_id, address, duration_ms, idempotency_key, request_body, answer_body)
     select r."companyId", r.id, r.method, r.path, r.status, r."errorCode", r."errorMessage",
       r."credentialId", r."channelId", r.address, r."durationMs", r."idempotencyKey",
       r."requestBody", r."answerBody"
     from json_to_recordset($1) r("companyId" uuid, id uuid, method text, path text, status integer,
       "errorCode" text, "errorMessage" text, "credentialId" uuid, "channelId" text, address text,
       "durationMs" integer, "idempotencyKey" text, "requestBody" text, "answerBody" text)`,
    [JSON.stringify(requests).replaceAll('\\u0000', '\\ufffd')],
  );
}

export interface RequestRow extends Omit<ApiRequest, 'at'> {
  readonly idempotencyKey: string | null;
  readonly requestBody: string | null;
  readonly answerBody: string | null;
}

const columns = `r.id, r.method, r.path, r.status, r.error_code as "errorCode",
  r.error_message as "errorMessage", r.channel_id as "channelId", k.name as "keyName", r.address,
  r.duration_ms as "durationMs"`;
const source = 'api_requests r left join company_credentials k on k.id = r.credential_id';

export interface RequestFilters {
  /** One request. */
  readonly id: string | null;
  /** A part of the path. */
  readonly path: string | null;
  readonly outcome: 'succeeded' | 'failed' | null;
  readonly errorCode: string | null;
  readonly channelId: string | null;
  /** Ids contain the time: from the first, below the second. */
  readonly fromId: string;
  readonly belowId: string;
  readonly limit: number;
}

/** Newest first. */
export function listRequests(
  db: Db,
  companyId: string,
  { id, path, outcome, errorCode, channelId, fromId, belowId, limit }: RequestFilters,
): Promise<Omit<RequestRow, 'idempotencyKey' | 'requestBody' | 'answerBody'>[]> {
  return db.rows(
    `select ${columns} from ${source}
     where r.company_id = $1 and r.id >= $2 and r.id < $3
       and ($4::text is null or strpos(lower(r.path), lower($4)) > 0)
       and ($5::text is null or (r.status >= 400) = ($5 = 'failed'))
       and ($6::text is null or r.error_code = $6)
       and ($7::text is null or r.channel_id = $7)
       and ($8::uuid is null or r.id = $8)
     order by r.id desc limit $9`,
    [companyId, fromId, belowId, path, outcome, errorCode, channelId, id, limit],
  );
}

export function findRequest(
  db: Db,
  companyId: string,
  id: string,
): Promise<RequestRow | undefined> {
  return db.row<RequestRow>(
    `select ${columns}, r.idempotency_key as "idempotencyKey", r.request_body as "requestBody",
       r.answer_body as "answerBody"
     from ${source} where r.company_id = $1 and r.id = $2`,
    [companyId, id],
  );
}

export interface GroupRow extends Omit<ErrorGroup, 'lastAt'> {}

/** The last one first. */
export function groupErrors(db: Db, companyId: string, fromId: string): Promise<GroupRow[]> {
  return db.rows<GroupRow>(
    `select g.error_code as "errorCode", r.error_message as "errorMessage", r.status,
       g.count, r.id as "lastId"
     from (
       select error_code, count(*)::int as count, max(id::text)::uuid as last_id from api_requests
       where company_id = $1 and error_code is not null and id >= $2 group by error_code
     ) g
     join api_requests r on r.company_id = $1 and r.id = g.last_id
     order by r.id desc`,
    [companyId, fromId],
  );
}
