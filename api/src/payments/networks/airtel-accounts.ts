import { parseBalance } from './amounts.ts';
import { lookUp, type AuthorizedCall } from './authorized-call.ts';
import type { HolderReport, NetworkFloat } from './connector.ts';
import { asObject, asText } from './network-http.ts';

/** The wallet of a number, which Airtel expects without the country code. */
export async function readHolder(call: AuthorizedCall): Promise<HolderReport> {
  const answer = await lookUp(call);
  if ('why' in answer) return { is: 'unknown', why: answer.why };
  const { status, json } = answer;
  const holder = asObject(json['data']);
  const name = [asText(holder?.['first_name']), asText(holder?.['last_name'])]
    .filter(Boolean)
    .join(' ')
    .trim();
  if (status === 200 && holder && (name || holder['msisdn'] !== undefined)) {
    const registration = asObject(holder['registration']);
    const standing = asText(registration?.['status'] ?? holder['reg_status']).toUpperCase();
    // SUBS for a subscriber; some hosts leave it out.
    if (/^(UN|NOT|NON)/.test(standing)) return { is: 'not-registered' };
    return { is: 'registered', name: name || null, isBarred: holder['is_barred'] === true };
  }
  const said = asObject(json['status']);
  const isRefused = said?.['success'] === false && status < 500;
  const codes = [asText(said?.['response_code']), asText(said?.['result_code'])];
  // The codes of this call, and a number of a wrong length.
  return isRefused && codes.some((code) => /^(DP022\d+|ESB00003[36])$/.test(code))
    ? { is: 'not-registered' }
    : { is: 'unknown', why: `HTTP ${status}` };
}

export async function readFloat(call: AuthorizedCall): Promise<NetworkFloat> {
  const answer = await lookUp(call);
  const account = 'json' in answer && answer.status === 200 ? asObject(answer.json['data']) : null;
  const isOurs = account && (account['currency'] ?? 'UGX') === 'UGX';
  return { product: 'wallet', amount: isOurs ? parseBalance(asText(account['balance'])) : null };
}
