import { parseBalance } from './amounts.ts';
import { lookUp, type AuthorizedCall } from './authorized-call.ts';
import type { HolderReport, NetworkFloat } from './connector.ts';
import { mtnCode } from './mtn-answers.ts';
import { asText, type JsonObject } from './network-http.ts';

export type MtnProductName = 'collection' | 'disbursement';
/** A call to a product, with the path after its name and version. */
export type MtnRead = (product: MtnProductName, path: string) => AuthorizedCall;

/** Whether a number has an active wallet, and if so whose it is. */
export async function readHolder(
  read: MtnRead,
  product: MtnProductName,
  phoneNumber: string,
): Promise<HolderReport> {
  const holder = `/accountholder/msisdn/${phoneNumber}`;
  const active = await lookUp(read(product, `${holder}/active`));
  if ('why' in active) return { is: 'unknown', why: active.why };
  const { status, json } = active;
  // Some environments answer with a text instead of a truth value.
  if (status !== 200 || !/^(true|false)$/.test(String(json['result']))) {
    return mtnCode(json).endsWith('_NOT_FOUND')
      ? { is: 'not-registered' }
      : { is: 'unknown', why: `HTTP ${status}` };
  }
  if (String(json['result']) === 'false') return { is: 'not-registered' };
  const info = await lookUp(read(product, `${holder}/basicuserinfo`));
  // A wallet without a name is still one that can be paid.
  return {
    is: 'registered',
    isBarred: false,
    name: 'json' in info && info.status === 200 ? nameOf(info.json) : null,
  };
}

function nameOf(info: JsonObject): string | null {
  const parts = [asText(info['given_name']), asText(info['family_name'])];
  const name = parts.filter(Boolean).join(' ') || asText(info['name']);
  return name.trim() || null;
}

/** Not every product tells its balance. */
export async function readFloat(
  read: MtnRead,
  product: MtnProductName,
  currency: string,
): Promise<NetworkFloat> {
  const answer = await lookUp(read(product, '/account/balance'));
  const isTold = 'json' in answer && answer.status === 200 && answer.json['currency'] === currency;
  return { product, amount: isTold ? parseBalance(asText(answer.json['availableBalance'])) : null };
}
