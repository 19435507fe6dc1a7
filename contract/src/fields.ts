import * as z from 'zod/mini';
import { phoneOrBlank } from './phone-field.ts';

/** Ids are UUIDs of any version, because imported ids may have other versions than ours. */
export const id = z.guid('Must be a valid id').check(z.toLowerCase());

export const idParams = z.strictObject({ id });
export const companyIdParams = z.strictObject({ companyId: id });

/**
 * Text, an at sign, text, a dot, text, without spaces. The pattern cannot backtrack: otherwise one
 * long request could block the server.
 */
export const emailShape = /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/;

/** At least one visible character; spaces and invisible letters do not count. */
export const hasVisible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Control characters and characters that change the text direction. */
export const deceives = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
export const deceivesMessage = 'Must not contain control characters';

/** For names with further rules of their own. */
export const noControlCharacters = z.refine<string>((text) => !deceives.test(text), {
  error: deceivesMessage,
});

/** For multi-line text. */
export const noControlCharactersButLines = z.refine<string>(
  (text) => !deceives.test(text.replace(/\r?\n/g, '')),
  { error: deceivesMessage },
);

/** The same for text that must not be blank. */
export function visibleCharacter(message: string) {
  return z.refine<string>((text) => hasVisible.test(text), { error: message });
}

export function requiredText(requiredMessage: string, maxLength: number) {
  return z.string({ error: textMessage(requiredMessage) }).check(
    z.trim(),
    // Aborts, so that text that is too long is not checked further.
    z.maxLength(maxLength, { error: `Must be at most ${maxLength} characters`, abort: true }),
    z.minLength(1, requiredMessage),
    visibleCharacter(requiredMessage),
    noControlCharacters,
  );
}

/** Of somebody who says no: whoever asked reads it. */
export const requiredReason = requiredText('Reason is required', 200);

/** Of an address of the web or of a mailbox, also in letters that only look different. */
const startsAddress = /:\/\/|www\.|@/i;

/** Mails greet people with it, so it must not lead them anywhere: "Hello http://...". */
export function personName(requiredMessage: string, maxLength: number) {
  return requiredText(requiredMessage, maxLength).check(
    z.refine((text) => !startsAddress.test(text.normalize('NFKC')), {
      error: 'A name must not contain a web or email address',
    }),
  );
}

/** "Name is required" for a missing value, "Name must be text" for another type. */
function textMessage(requiredMessage: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null
      ? requiredMessage
      : requiredMessage.replace(/ is required$/, ' must be text');
}

/** An empty or missing value is stored as null. */
export function optionalText(maxLength: number) {
  const text = z
    .string('Must be text')
    .check(z.trim(), z.maxLength(maxLength, `Must be at most ${maxLength} characters`));
  return emptyAsNull(text, text);
}

const phoneInput = z
  .string('Must be text')
  .check(z.trim(), z.maxLength(40, 'Must be at most 40 characters'), noControlCharacters);
/** Optional or null; the service decides between clearing and keeping the value. */
export const phoneNumber = z.optional(z.nullable(phoneInput));
export const newPhoneNumber = z.optional(z.nullable(phoneInput.check(...phoneOrBlank())));

export function email(shapeMessage: string) {
  return requiredText('Email is required', 254).check(z.regex(emailShape, shapeMessage));
}

/** A host with a dot and without "https://", as people write it. */
const bareHost = /^[^\s/:?#@.]+(?:\.[^\s/:?#@.]+)+(?:[/:?#]|$)/;

/**
 * Only http and https, because these URLs end up in links and images. Without either it is https, so
 * that "demo-one.ug" is accepted.
 */
export function optionalWebAddress(message: string) {
  return emptyAsNull(
    z.pipe(
      z.string(message).check(z.trim()),
      z.transform((text: string) => (bareHost.test(text) ? `https://${text}` : text)),
    ),
    z
      .url({ protocol: /^https?$/, hostname: /./, error: message })
      // Browsers accept a space in a host as %20, Node does not.
      .check(z.regex(/^\S*$/, message), z.maxLength(2048, message)),
  );
}

/** Passwords are never trimmed. At most 100 characters. */
export function password(minLength = 6) {
  return z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.minLength(minLength, `Password must be at least ${minLength} characters`),
      z.maxLength(100, 'Password must be less than 100 characters'),
    );
}

/** For a password that people choose for themselves. The server knows more: common ones, own names. */
export function ownPassword(requiredMessage: string) {
  return z
    .string(requiredMessage)
    .check(
      z.minLength(1, requiredMessage),
      z.minLength(8, 'Password must be at least 8 characters long'),
      z.maxLength(100, 'Password must be less than 100 characters'),
    );
}
/** To prove that one knows it. */
export const currentPassword = z
  .string('Current password is required')
  .check(
    z.minLength(1, 'Current password is required'),
    z.maxLength(100, 'Password must be less than 100 characters'),
  );

const codeMessage = 'Enter the six digits of your app, or a recovery code';
/** Of a second factor: from an app, or a recovery code, with or without spaces and dashes. */
export const factorCode = z
  .string(codeMessage)
  .check(z.trim(), z.minLength(6, codeMessage), z.maxLength(40, codeMessage));

/** For one that somebody else types; its owner then chooses another one by the rule below. */
const temporaryPasswordRule = '6 to 100 characters, not a common password.';
export const temporaryPasswordHint = `${temporaryPasswordRule} They choose their own one at the first sign-in, of at least 8.`;
export const replacedPasswordHint = `Leave blank to keep the current password. A new one: ${temporaryPasswordRule} They choose their own one at the next sign-in, of at least 8.`;
export const ownPasswordHint =
  '8 to 100 characters, not a common password, without your name or that of your company';

export const dateTime = z.iso.datetime();
/** A calendar day in Africa/Kampala, yyyy-mm-dd. */
export const day = z.iso.date('Must be a date like 2026-01-31');

/** `optional` comes first, so that it appears in the OpenAPI document. */
function emptyAsNull(given: z.ZodMiniType<string, string>, filled: z.ZodMiniType<string, string>) {
  const clean = z.transform((value: string | null | undefined) =>
    value === undefined || value === null || value.trim() === '' ? null : value,
  );
  return z.pipe(z.optional(z.nullable(given)), z.pipe(clean, z.nullable(filled)));
}

/** One of several values; the message lists them. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Must be one of ${words.join(', ')}`);
}

/** Query values are text; these parse numbers and booleans strictly. */
export function queryInteger(min: number, max: number) {
  const message = `Must be a whole number from ${min} to ${max}`;
  const schema = z.pipe(
    // No number of 15 digits is rounded.
    z.string(message).check(z.regex(/^\d{1,15}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, message), z.maximum(max, message))),
  );
  // In the documentation: an address has only text.
  z.globalRegistry.add(schema, { type: 'integer', pattern: undefined, minimum: min, maximum: max });
  return schema;
}

export const queryBoolean = z.pipe(
  z.enum(['true', 'false'], 'Must be true or false'),
  z.transform((value) => value === 'true'),
);

/** Staff stopped new payments of a company or on an account. */
export const stop = z.nullable(z.object({ at: dateTime, reason: z.string() }));
export type Stop = z.infer<typeof stop>;
export const stopBody = z.strictObject({ reason: requiredText('A reason is required', 200) });
