import { randomUUID } from 'node:crypto';
import { pick } from './callers.ts';

export interface Sender {
  readonly token: string;
  readonly companyId: string;
  readonly accounts: readonly string[];
}

/** One posting through HTTP, with a new key. */
export function postingRequest({ token, companyId, accounts }: Sender): string {
  const body = JSON.stringify({
    kind: 'add-money',
    accountId: pick(accounts),
    amount: 1_250,
    phoneNumber: '+256772000000',
    network: 'MTN',
    note: randomUUID(),
  });
  return [
    `POST /api/Bench/company/${companyId}/postings HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
