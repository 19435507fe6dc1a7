import { permissionLabel } from '@sente/contract/permission-labels';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notify, type NewsData } from './notify.ts';

/** What makes signing in easier for somebody else, gives power over the sign-ins of others or over money. */
export type Loosening =
  | 'rule-off'
  | 'factor-removed'
  | 'password-link'
  | 'password-typed'
  | 'email-entered'
  | 'administrator'
  | 'activated'
  | 'role-widened'
  | 'bank-account-added'
  | 'bank-account-approved'
  | 'api-key-made'
  | 'api-key-rotated'
  /** Nobody is known who did it. */
  | 'till-locked'
  | 'link-stopped'
  | 'webhook-added'
  /** Its address or its secret. */
  | 'webhook-changed';

interface Loosened {
  readonly what: Loosening;
  /** Whose administrators are told; null for the provider's. */
  readonly companyId: string | null;
  /** Whom it is about: they know of it, or have a letter of their own. Without one it is about all. */
  readonly person?: { readonly id: string; readonly name: string };
  /** Of an administrator, or one that allows more. */
  readonly role?: string;
  /** What a role allows from now on. */
  readonly gain?: { readonly roleId: string; readonly permission: string };
  /** Where settlements may go: bank and last digits. */
  readonly bankAccount?: string;
  /** The name of a key with which a system acts, or the host of a webhook. */
  readonly apiKey?: string;
  /** Who asked for it, if it waited for a second person: they hear that it was decided. */
  readonly askedBy?: string | null;
}

/** Tells whoever else is responsible, in the bell and by mail. A request for it is told as one that waits. */
export async function tellAdministrators(
  db: Db,
  actor: Actor,
  { what, companyId, person, role, gain, bankAccount, apiKey, askedBy }: Loosened,
): Promise<void> {
  await notify(db, {
    kind: 'protection',
    companyId,
    subjectId: person?.id ?? null,
    key: `protection:${what}:${person?.id ?? companyId ?? 'staff'}:${actor.origin.requestId}`,
    data: {
      outcome: what,
      // Companies do not learn who of the provider's people it was.
      ...(companyId !== null && actor.isStaff ? { isByProvider: true } : { name: actor.name }),
      person: person?.name ?? (companyId ? 'the people of your company' : 'staff'),
      ...(role && { role }),
      ...gain,
      ...(bankAccount && { bankAccount }),
      ...(apiKey && { apiKey }),
      notTo: [actor.userId, person?.id, askedBy].filter((id) => typeof id === 'string'),
    },
  });
}

const revokeIt = 'If you did not expect this, revoke it under Developers.';
const reduced = 'Sign-in protection was reduced';
/** `did` completes "Grace Apio ...". */
const loosenings: Record<
  Loosening,
  {
    readonly title: string;
    readonly did: (person: string, role: string, permission: string, thing: string) => string;
    /** What to do about it, if it is not undone on the page of a person. */
    readonly undo?: string;
  }
> = {
  'rule-off': {
    title: reduced,
    did: (people) => `allowed ${people} to sign in with the password alone`,
  },
  'factor-removed': { title: reduced, did: (person) => `removed the second factor of ${person}` },
  'password-link': {
    title: 'A password link was made',
    did: (person) => `made a link with which ${person} can choose a new password`,
  },
  'password-typed': {
    title: 'A password was typed for somebody else',
    did: (person) => `gave ${person} a temporary password`,
  },
  'email-entered': {
    title: 'An email was entered for somebody else',
    did: (person) => `entered a new email for ${person}`,
  },
  administrator: {
    title: 'New administrator',
    did: (person, role) => `gave ${person} the role ${role}`,
  },
  activated: {
    title: 'An administrator was activated again',
    did: (person, role) => `activated ${person}, who has the role ${role}`,
  },
  'role-widened': {
    title: 'A role allows more',
    did: (_, role, permission) =>
      `allowed everybody with the role ${role} more: ${permissionLabel(permission)}`,
  },
  'bank-account-added': {
    title: 'A bank account was added',
    did: (_, _role, _permission, bank) =>
      `added the bank account ${bank}. Money can be settled to it once the provider has approved it`,
    undo: 'If you did not expect this, retire it under Settlements.',
  },
  'bank-account-approved': {
    title: 'A bank account was approved',
    did: (_, _role, _permission, bank) =>
      `approved the bank account ${bank}. Money of your company can be settled to it`,
    undo: 'If you did not expect this, retire it under Settlements.',
  },
  'api-key-made': {
    title: 'An API key was made',
    did: (_, _role, _permission, key) =>
      `made the API key ${key}. Whoever has its secret acts for your company`,
    undo: revokeIt,
  },
  'api-key-rotated': {
    title: 'An API key was rotated',
    did: (_, _role, _permission, key) =>
      `made a new secret for the API key ${key}. Whoever has it acts for your company`,
    undo: revokeIt,
  },
  'till-locked': {
    title: 'A till is locked',
    did: (_, _role, _permission, till) => `typed too many wrong PINs at ${till}`,
    undo: 'It takes none until it is unlocked under Tills.',
  },
  'link-stopped': {
    title: 'A payment link was stopped',
    did: (_, _role, _permission, link) => `stopped the payment link ${link}`,
    undo: 'Nobody can pay by it any more. If you do not know why, ask the provider.',
  },
  'webhook-added': {
    title: 'A webhook was added',
    did: (_, _role, _permission, host) =>
      `added a webhook at ${host}. It is sent what happens to the payments of your company`,
    undo: 'If you did not expect this, remove it under Developers.',
  },
  'webhook-changed': {
    title: 'A webhook was changed',
    did: (_, _role, _permission, host) =>
      `changed the address or the secret of the webhook at ${host}. It is sent what happens to the payments of your company`,
    undo: 'If you did not expect this, remove it under Developers.',
  },
};

const ifUnexpected =
  'If you did not expect this, ask them. If it was not them, open their page under Users, choose Sign Out Everywhere, and undo it.';

export function protectionWords({
  outcome,
  name = 'Somebody',
  person,
  role,
  permission,
  bankAccount,
  apiKey,
  till,
  link,
  isByProvider,
}: NewsData) {
  const { title, did, undo } = loosenings[outcome as Loosening];
  const who = isByProvider ? "The provider's staff" : name;
  const ask =
    undo ?? (isByProvider ? 'If you did not expect this, ask the provider at once.' : ifUnexpected);
  const act = did(
    String(person),
    String(role),
    String(permission),
    String(bankAccount ?? apiKey ?? till ?? link),
  );
  return { title, text: `${who} ${act}. ${ask}` };
}
