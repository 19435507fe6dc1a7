import * as z from 'zod/mini';
import { anyone, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, email, id, password } from './fields.ts';

/** From an earlier sign-in in this browser: strangers who guess cannot keep a known device out. */
export const deviceToken = z.optional(z.string().check(z.maxLength(200)));

/** Messages appear in the order of the checks. */
export const loginBody = z.strictObject({
  email: email('Please enter a valid email address'),
  password: password(),
  deviceToken,
});
export type LoginInput = z.input<typeof loginBody>;

/** The part of the signed-in user that the browser stores. */
export const sessionUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** The first of `roles`, or `user` without any. */
  role: z.string(),
  /** Administrator roles first, then in order of assignment. */
  roles: z.array(
    z.object({
      name: z.string(),
      description: z.nullable(z.string()),
      permissions: z.array(z.object({ name: z.string() })),
    }),
  ),
  companyId: z.nullable(id),
  /** Works in the back-office; the names of the roles do not matter. */
  isStaff: z.boolean(),
  /** Somebody else typed the password: nothing else works until the person chooses one. */
  mustChangePassword: z.boolean(),
  /** Signed in with a passkey alone, so a temporary password need not be known. */
  cameWithPasskey: z.optional(z.boolean()),
  /** One is required, and the person has none: nothing else works until they set one up. */
  mustSetUpFactor: z.boolean(),
  avatar: z.nullable(z.string()),
  /** Of the open demo: may look, and change nothing. */
  isVisitor: z.optional(z.boolean()),
  balance: z.nullable(z.number()),
  joinDate: z.nullable(dateTime),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const loginReply = z.object({
  token: z.string(),
  user: sessionUser,
  expiration: dateTime,
  /** The browser keeps it when the session ends, and sends it with the next sign-in. */
  deviceToken: z.string(),
});
/** A changed password or second factor renews the token: a copy of the former one is worth nothing. */
export const renewedToken = z.object({ token: z.string() });
export type RenewedToken = z.infer<typeof renewedToken>;
export type LoginReply = z.infer<typeof loginReply>;

/** What follows the right password of somebody with a second factor. */
export const factorChallenge = z.object({
  challenge: z.string(),
  expiresAt: dateTime,
  /** Whether the person has an authenticator app; recovery codes always work. */
  hasApp: z.boolean(),
  /** For the browser, if the person has a passkey. */
  passkey: z.nullable(z.record(z.string(), z.unknown())),
});
export type FactorChallenge = z.infer<typeof factorChallenge>;

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/Auth/login',
    summary:
      'Sign in with email and password; whoever has a second factor gets a challenge instead of a session',
    access: anyone,
    body: loginBody,
    reply: z.union([loginReply, factorChallenge]),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/Auth/logout',
    summary: 'End the current session',
    access: signedIn,
    allowsTemporaryPassword: true,
    allowsMissingFactor: true,
    visitors: 'accepted',
    reply: z.null(),
  }),
};
