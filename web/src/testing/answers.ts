/* The answers of the test server. */

/** An HTTP answer, or a connection that breaks. */
export type Answer =
  | {
      readonly status?: number;
      /** As it stands; only that of `ok` is compared with the contract. */
      readonly body?: unknown;
      readonly isByContract?: true;
      /** In place of a JSON body. */
      readonly text?: string;
      readonly type?: string;
    }
  | 'connection lost';

/** What the contract says the endpoint replies: the test fails if it is anything else. */
export const ok = (data: unknown = null, meta?: unknown): Answer => ({
  isByContract: true,
  body: { success: true, data, ...(meta === undefined ? {} : { meta }) },
});

/** A success that the contract does not know, which the page has to cope with. */
export const malformed = (data: unknown = null): Answer => ({ body: { success: true, data } });

/** Refused with a sentence for people. */
export const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { success: false, message, errors: [message], ...more },
});

/** An error without an explanation, so that the screen's own text is shown. */
export const silent: Answer = { status: 500, body: {} };
/** Status 200 without success and without an explanation. */
export const unexplained: Answer = { body: { success: false } };

export const lost: Answer = 'connection lost';
/** Refused for several reasons. */
export const twoErrors: Answer = refused(400, 'No', { errors: ['One', 'Two'] });
/** The page that a proxy sends instead of the API's answer. */
export const htmlPage: Answer = { text: '<html>', type: 'text/html' };

/**
 * How a record or a list fails to load, and the text on screen: `text` if the answer explains
 * nothing.
 */
export const loadFailures = (text: string): [what: string, answer: Answer, text: string][] => [
  ['a refusal without a word', unexplained, text],
  ['a status alone', silent, text],
  ['a message', refused(503, 'Closed today'), 'Closed today'],
  ['a message and no error status', refused(200, 'Closed today'), 'Closed today'],
  ['errors', twoErrors, 'One, Two'],
  ['a page', htmlPage, 'Invalid response format'],
  ['cut-off JSON', { text: '{"data": [' }, 'Response is not valid JSON'],
  ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
];

/** An answer that waits until the test releases it. */
export function held(): {
  readonly answer: () => Promise<Answer>;
  readonly release: (answer: Answer) => void;
} {
  let release!: (answer: Answer) => void;
  const later = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  return { answer: () => later, release };
}
