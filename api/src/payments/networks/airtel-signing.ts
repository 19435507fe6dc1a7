import { createCipheriv, type KeyObject } from 'node:crypto';
import { lookUp, type AuthorizedCall } from './authorized-call.ts';
import { parsePublicKey, type Encryption } from './encryption.ts';
import { asObject, asText } from './network-http.ts';

/** Airtel's public key, with which PINs and the keys of signatures are encrypted. */
export interface AirtelKeys {
  /** Cached while it is valid; concurrent callers share one request. */
  get(): Promise<{ readonly key: KeyObject } | { readonly why: string }>;
  /** Discards a key that Airtel no longer accepts. */
  drop(key: KeyObject): void;
}

/** For an answer that does not say until when its key is valid. */
const usualLifeMs = 24 * 3_600_000;

export function createAirtelKeys(call: AuthorizedCall): AirtelKeys {
  let current: { readonly key: KeyObject; readonly goodUntil: number } | null = null;
  let underWay: ReturnType<AirtelKeys['get']> | null = null;

  const fetchKey: AirtelKeys['get'] = async () => {
    const answer = await lookUp(call);
    if ('why' in answer) return answer;
    // On some hosts under data, on others at the top.
    const found = asObject(answer.json['data']) ?? answer.json;
    const key = answer.status === 200 ? parsePublicKey(asText(found['key'])) : null;
    if (!key) return { why: `HTTP ${answer.status} without a usable key` };
    current = { key, goodUntil: validUntil(asText(found['valid_upto'])) };
    return { key };
  };

  return {
    async get() {
      if (current && Date.now() < current.goodUntil) return { key: current.key };
      underWay ??= fetchKey().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop(key) {
      if (current?.key === key) current = null;
    },
  };
}

/** Such as 12-08-2026 21:29:26. It is read as Ugandan time, the earlier one if it was meant as UTC. */
function validUntil(text: string): number {
  const [, day, month, year, time] =
    /^(\d\d)[-/](\d\d)[-/](\d{4}) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const at = Date.parse(day ? `${year}-${month}-${day}T${time}+03:00` : text);
  return Number.isNaN(at) ? Date.now() + usualLifeMs : at;
}

/**
 * Airtel's message signing: the body encrypted with a new AES key, and that key encrypted for Airtel,
 * which repeats the first encryption and compares. The text signed is the text sent.
 */
export function signatureHeaders(
  body: string,
  key: KeyObject,
  encryption: Encryption,
): Record<string, string> {
  const [aesKey, iv] = [encryption.randomBytes(32), encryption.randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', aesKey, iv);
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return {
    'x-signature': sealed.toString('base64'),
    'x-key': encryption.encryptFor(key, `${aesKey.toString('base64')}:${iv.toString('base64')}`),
  };
}
