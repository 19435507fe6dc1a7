import type { FactorProof } from '@sente/contract/own-factor';
import { ApiError } from '../../api/api-error.ts';

/** What waits until the person has shown that it is them. */
export interface AskedProof {
  readonly about: ProofSubject;
  /** Rejects if the server refuses the proof; any other failure goes to whoever waits. */
  readonly send: (shown: FactorProof) => Promise<void>;
  readonly cancel: () => void;
}

/** What a stolen session must not touch. */
export type ProofSubject = 'access' | 'keys' | 'books' | 'banks';

let ask: ((asked: AskedProof) => void) | undefined;

/** The portal's dialog asks; returns how to stop that. */
export function askForProofWith(dialog: (asked: AskedProof) => void): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/**
 * Sends what a stolen session must not do. If the server wants to know that it is really the person,
 * asks for the own password and factor, and sends it again with them.
 */
export async function withProof<Result>(
  send: (shown: FactorProof) => Promise<Result>,
  about: ProofSubject = 'access',
): Promise<Result> {
  try {
    return await send({});
  } catch (error) {
    if (!isMissing(error) || !ask) throw error;
    return await askAndSend(ask, send, about);
  }
}

function askAndSend<Result>(
  open: (asked: AskedProof) => void,
  send: (shown: FactorProof) => Promise<Result>,
  about: ProofSubject,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    open({
      about,
      send: async (shown) => {
        try {
          resolve(await send(shown));
        } catch (error) {
          if (isAboutProof(error)) throw error;
          reject(error);
        }
      },
      cancel: () => reject(new ApiError({ kind: 'refused', status: 0, message: notConfirmed })),
    });
  });
}

const notConfirmed = 'Nothing was done: you have not confirmed that it is you.';

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && 'currentPassword' in error.fields;
}

/** Also that there were too many wrong ones, which names no field. */
function isAboutProof(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const names = Object.keys(error.fields);
  if (names.length === 0) return error.status === 429;
  return names.some((name) => ['currentPassword', 'code', 'passkey'].includes(name));
}
