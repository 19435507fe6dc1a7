import { ApiError, isRecord } from '../../api/api-error.ts';
import { readOne, type Reader } from '../../api/read.ts';

export const unexpectedFormat = 'Unexpected response format';

const readRecord = readOne();

/** One account. What can be read but holds none has a text of its own. */
export const readAccount: Reader = (body, status) => {
  try {
    const answer = readRecord(body, status);
    if (isRecord(answer.data) && typeof answer.data['id'] === 'string') return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'format') throw error;
  }
  throw new ApiError({ kind: 'format', status, message: unexpectedFormat });
};

/** The company of an account. An empty answer means that there is none. */
export const readCompany: Reader = (body, status) => {
  const isRefusal = isRecord(body) && body['success'] === false;
  const isBare = isRecord(body) && 'id' in body;
  const data = isRecord(body) ? (body['data'] ?? null) : body;
  if (data !== null || isRefusal || isBare) return readRecord(body, status);
  throw new ApiError({ kind: 'http', status: 404, message: 'Company not found' });
};
