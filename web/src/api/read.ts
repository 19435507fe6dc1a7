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
export const readEnvelope: Reader = (body, status) => {
  if (!isRecord(body) || !('success' in body)) throw invalidFormat(status);
  return openEnvelope(body, status, unexplained);
};

/**
 * A list as a bare array, `{ data }`, `{ success, data }`, or one object for a list of one.
 * `fallback` is the screen's own text for a refusal without an explanation.
 */
export function readList(fallback = unexplained): Reader {
  return (body, status) => {
    if (Array.isArray(body)) return bare(body);
    if (!isRecord(body)) throw invalidFormat(status);
    if (!('success' in body) && !('data' in body)) {
      if (Object.keys(body).length === 0) throw invalidFormat(status);
      return bare([body]);
    }
    const answer = openEnvelope(body, status, fallback);
    if (Array.isArray(answer.data)) return answer;
    if (isRecord(answer.data) && Object.keys(answer.data).length > 0) {
      return { ...answer, data: [answer.data] };
    }
    throw invalidFormat(status);
  };
}

/** One record, recognised by its id or email, in an envelope or bare. */
export function readOne(fallback = unexplained): Reader {
  return (body, status) => {
    if (!isRecord(body)) throw invalidFormat(status);
    if (!('success' in body) && isIdentified(body)) return bare(body);
    const answer = openEnvelope(body, status, fallback);
    if (!isIdentified(answer.data)) throw invalidFormat(status);
    return answer;
  };
}

function isIdentified(value: unknown): boolean {
  return isRecord(value) && ('id' in value || 'email' in value);
}

/** `{ currentBalance, asOfDate }` or only the number, either also in an envelope. */
export function readBalance(fallback = unexplained): Reader {
  return (body, status) => {
    const isEnvelope = isRecord(body) && ('success' in body || 'data' in body);
    const answer = isEnvelope ? openEnvelope(body, status, fallback) : bare(body);
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
}

function openEnvelope(body: Record<string, unknown>, status: number, fallback: string): Answer {
  const { success } = body;
  if (success !== undefined && success !== true) throw failureOf(body, 'refused', status, fallback);
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
