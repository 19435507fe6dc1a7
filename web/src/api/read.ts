import { ApiError, failureOf, isRecord, unexplained } from './api-error.ts';

/** The parsed content of an answer. */
export interface Answer<Data = unknown, Meta = unknown> {
  data: Data;
  message: string | null;
  /** Totals of a paged list; absent if the server sent none. */
  meta: Meta | undefined;
}

/** Reads a parsed 2xx body, or throws. The default of `call` is `readEnvelope`. */
export type Reader = (body: unknown, status: number) => Answer;

/** The agreed form: `{ success: true, data, message, meta }` and nothing else. */
export const readEnvelope: Reader = (body, status) => openEnvelope(body, status, unexplained);

/** A list in the envelope. `fallback` is the screen's own text for a refusal that explains nothing. */
export function readList(fallback = unexplained): Reader {
  return (body, status) => listIn(openEnvelope(body, status, fallback), status);
}

/**
 * A list as a bare array, as `{ data }` or in the envelope: the specification of the API lists these
 * three shapes for companies, accounts, transactions and API transactions.
 */
export function readAnyList(fallback = unexplained): Reader {
  return (body, status) => {
    if (Array.isArray(body)) return bare(body);
    const envelope = isRecord(body) ? { success: true, ...body } : body;
    return listIn(openEnvelope(envelope, status, fallback), status);
  };
}

function listIn(answer: Answer, status: number): Answer {
  if (!Array.isArray(answer.data)) throw invalidFormat(status);
  return answer;
}

/** One record with its id, in the envelope. */
export const readOne: Reader = (body, status) => {
  const answer = readEnvelope(body, status);
  if (!isRecord(answer.data) || typeof answer.data['id'] !== 'string') throw invalidFormat(status);
  return answer;
};

/**
 * One user in the envelope, or bare with an id or an email: the specification of the API lists both
 * shapes.
 */
export const readUser: Reader = (body, status) => {
  const answer = isRecord(body) && !('success' in body) ? bare(body) : readEnvelope(body, status);
  const { data } = answer;
  if (!isRecord(data) || !('id' in data || 'email' in data)) throw invalidFormat(status);
  return answer;
};

/**
 * `{ currentBalance, asOfDate }` or only the number, each bare or in the envelope: the specification
 * of the API lists the number as well.
 */
export const readBalance: Reader = (body, status) => {
  const isEnvelope = isRecord(body) && 'success' in body;
  const answer = isEnvelope ? readEnvelope(body, status) : bare(body);
  const { data } = answer;
  if (typeof data === 'number') {
    return { ...answer, data: { currentBalance: data, asOfDate: null } };
  }
  if (isRecord(data) && typeof data['currentBalance'] === 'number') {
    const asOfDate = typeof data['asOfDate'] === 'string' ? data['asOfDate'] : null;
    return { ...answer, data: { currentBalance: data['currentBalance'], asOfDate } };
  }
  throw invalidFormat(status);
};

function openEnvelope(body: unknown, status: number, fallback: string): Answer {
  if (!isRecord(body) || !('success' in body)) throw invalidFormat(status);
  if (body['success'] !== true) throw failureOf(body, 'refused', status, fallback);
  return {
    data: body['data'],
    message: typeof body['message'] === 'string' ? body['message'] : null,
    meta: body['meta'],
  };
}

function bare(data: unknown): Answer {
  return { data, message: null, meta: undefined };
}

export function invalidFormat(status: number): ApiError {
  return new ApiError({ kind: 'format', status, message: 'Invalid response format' });
}
