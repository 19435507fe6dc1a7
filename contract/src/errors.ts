/**
 * All error codes with their HTTP status and default message. The only place that assigns a status to
 * a code.
 */
export const errorCodes = {
  validation_failed: { status: 400, message: 'Please check your input and try again' },
  doubtful_lines: { status: 400, message: 'Some lines do not look like codes' },
  already_in_use: { status: 400, message: 'This value is already in use' },
  sign_in_failed: { status: 401, message: 'Invalid email or password' },
  user_inactive: { status: 401, message: 'Your account is inactive. Contact your administrator.' },
  not_signed_in: { status: 401, message: 'Please sign in to continue' },
  signature_missing: { status: 401, message: 'The request is not signed' },
  signature_invalid: { status: 401, message: 'The signature does not match the request' },
  signature_expired: {
    status: 401,
    message: 'The time of the signature is more than five minutes off',
  },
  signature_replayed: {
    status: 401,
    message: 'This signature was used before. Sign each request again.',
  },
  credential_inactive: { status: 403, message: 'These API credentials are not active' },
  scope_missing: { status: 403, message: 'This API key may not do this' },
  address_not_allowed: {
    status: 403,
    message: 'This API key is not accepted from this address',
  },
  session_ended: { status: 401, message: 'Your session has ended. Please sign in again.' },
  password_change_required: { status: 403, message: 'Choose a password of your own first' },
  factor_required: { status: 403, message: 'Set up a second factor first' },
  factor_failed: { status: 401, message: 'This code is not right, or it was used already' },
  challenge_ended: {
    status: 410,
    message: 'This took too long, or there were too many wrong codes. Sign in again.',
  },
  demo_only: {
    status: 403,
    message:
      'This is the open demo: look around, nothing can be changed. Sign in to try it yourself.',
  },
  forbidden: { status: 403, message: 'You do not have permission to do this' },
  not_in_test_mode: {
    status: 403,
    message: 'This is not part of test mode. Switch to live mode to do it.',
  },
  test_mode_off: { status: 403, message: 'This server has no test mode' },
  mode_differs: { status: 400, message: 'This API key is of the other mode than Sente-Mode says' },
  not_found: { status: 404, message: 'Not found' },
  till_unpaired: { status: 403, message: 'This device is not paired with a till' },
  till_locked: {
    status: 403,
    message: 'This device is locked after too many wrong PINs. A manager unlocks it in the portal.',
  },
  pin_wrong: { status: 403, message: 'This PIN is not right' },
  shift_ended: { status: 403, message: 'The shift has ended. Open one with your PIN.' },
  link_ended: {
    status: 410,
    message: 'This link was used already or has expired. Ask for a new one.',
  },
  idempotency_key_missing: { status: 400, message: 'The Idempotency-Key header is required' },
  idempotency_key_invalid: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 200 visible ASCII characters',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used for another request',
  },
  insufficient_funds: { status: 409, message: 'The account does not hold enough money' },
  account_inactive: { status: 409, message: 'Account is inactive' },
  account_frozen: { status: 409, message: 'The provider has frozen this account' },
  company_suspended: { status: 409, message: 'The provider has suspended this company' },
  number_blocked: { status: 409, message: 'Payments with this number are blocked' },
  limit_exceeded: { status: 409, message: 'This payment would exceed a limit' },
  out_of_stock: { status: 409, message: 'No voucher of this product is left' },
  being_checked: {
    status: 409,
    message: 'A payment of this number is being checked: it may be paid already',
  },
  network_differs: { status: 409, message: 'This looks like a number of another network' },
  refused: { status: 409, message: 'This cannot be done now' },
  too_large: { status: 413, message: 'The request is too large' },
  unsupported_content: { status: 415, message: 'This content type is not accepted' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  network_unavailable: {
    status: 503,
    message: 'The mobile-money network does not answer at the moment. Please try again shortly.',
  },
  unavailable: { status: 503, message: 'The service is busy. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;
