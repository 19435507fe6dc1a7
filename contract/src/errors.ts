/**
 * The closed list of failures: code, HTTP status and the text used when a handler says nothing
 * better. The one place where a code meets a status.
 */
export const errorCodes = {
  validation_failed: { status: 400, message: 'Please check your input and try again' },
  already_in_use: { status: 400, message: 'This value is already in use' },
  sign_in_failed: { status: 401, message: 'Invalid email or password' },
  user_inactive: { status: 401, message: 'Your account is inactive. Contact your administrator.' },
  not_signed_in: { status: 401, message: 'Please sign in to continue' },
  session_ended: { status: 401, message: 'Your session has ended. Please sign in again.' },
  forbidden: { status: 403, message: 'You do not have permission to do this' },
  not_found: { status: 404, message: 'Not found' },
  refused: { status: 409, message: 'This cannot be done now' },
  too_large: { status: 413, message: 'The request is too large' },
  unsupported_content: { status: 415, message: 'This content type is not accepted' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  not_built: { status: 501, message: 'This call is not built yet' },
  unavailable: { status: 503, message: 'The service is busy. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;
