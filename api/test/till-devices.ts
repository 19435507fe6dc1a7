import type { Endpoint } from '@sente/contract/endpoint';
import type { Mode } from '@sente/contract/test-mode';
import { expect } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { hashToken } from '../src/security/tokens.ts';
import type { TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './app.ts';

/** A shared phone or tablet, which keeps cookies and no session of a person. */
export interface TillDevice {
  call(method: Endpoint['method'], path: string, body?: unknown): Promise<TestAnswer>;
  readonly cookies: Map<string, string>;
}

export function createDevice({ app }: Pick<TestApp, 'app'>, address = '197.239.2.1'): TillDevice {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (method, path, body) => {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: address,
        headers: {
          'content-type': 'application/json',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.json(),
        text: response.body,
        bytes: response.rawPayload,
      };
    },
  };
}

export interface OpenTill {
  readonly id: string;
  readonly cashierId: string;
  readonly pin: string;
  readonly device: TillDevice;
}

/** Made in the portal, with a cashier and a paired device. */
export async function createTill(
  test: TestApp,
  manager: TestActor,
  fields: {
    readonly accountId: string;
    readonly productIds?: readonly string[];
    readonly name?: string;
  },
): Promise<OpenTill> {
  const act = async (path: string, body?: object) => {
    const answer = await test.call(manager, 'POST', `/Tills${path}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const { id } = await act('', { name: 'Front desk', productIds: [], ...fields });
  const { pin, cashierId } = await act(`/${id}/cashiers`, { name: 'Akello' });
  const { code } = await act(`/${id}/devices`, { name: 'Counter tablet' });
  const device = createDevice(test);
  const paired = await device.call('POST', '/Till/pair', { code });
  expect(paired.status, paired.text).toBe(200);
  return { id, cashierId, pin, device };
}

/** The same with an open shift. */
export async function openTill(
  ...[test, manager, fields]: Parameters<typeof createTill>
): Promise<OpenTill> {
  const till = await createTill(test, manager, fields);
  const opened = await till.device.call('POST', '/Till/shift', { pin: till.pin });
  expect(opened.status, opened.text).toBe(200);
  return till;
}

export interface TillRecords {
  readonly tills: string;
  readonly device: string;
  readonly cashier: string;
  readonly shift: string;
  /** A payment that the shift asked for. */
  readonly till: string;
}

const tokenOf = (mode: Mode, kind: string, id: string): string =>
  `sente_${mode === 'test' ? 'test_' : ''}till_${kind}_${id}`;

/** A till with an open shift, as the database has it. */
export async function insertTill(
  db: Db,
  companyId: string,
  accountId: string,
  mode: Mode = 'live',
): Promise<TillRecords> {
  const [tills, device, cashier, shift] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()];
  const till = uuidV7();
  const insert = (into: string, values: string, given: readonly unknown[] = []) =>
    db.rows(`insert into ${into} values (${values})`, given);
  await insert(
    'payments (company_id, id, direction, origin, account_id, phone_number, network, amount, status)',
    "$1, $2, 'collection', 'till', $3, '256772000000', 'MTN', 500, 'FAILED'",
    [companyId, till, accountId],
  );
  await insert('tills (id, company_id, name, account_id)', '$1, $2, $3, $4', [
    tills,
    companyId,
    `Till ${tills}`,
    accountId,
  ]);
  await insert(
    'till_devices (id, company_id, till_id, name, token_hash, paired_at, seen_at)',
    "$1, $2, $3, 'Tablet', $4, now(), now()",
    [device, companyId, tills, hashToken(tokenOf(mode, 'device', device))],
  );
  await insert(
    'till_cashiers (id, company_id, till_id, name, pin_mark)',
    "$1, $2, $3, 'Akello', $1::uuid::text",
    [cashier, companyId, tills],
  );
  await insert(
    'till_shifts (id, company_id, till_id, device_id, cashier_id, token_hash, ends_at)',
    "$1, $2, $3, $4, $5, $6, now() + interval '1 hour'",
    [shift, companyId, tills, device, cashier, hashToken(tokenOf(mode, 'shift', shift))],
  );
  await insert('till_requests (company_id, shift_id, payment_id)', '$1, $2, $3', [
    companyId,
    shift,
    till,
  ]);
  return { tills, device, cashier, shift, till };
}

/** The one of these records. */
export function deviceOf(
  test: Pick<TestApp, 'app'>,
  { device, shift }: Pick<TillRecords, 'device' | 'shift'>,
  mode: Mode = 'live',
): TillDevice {
  const made = createDevice(test);
  made.cookies.set('sente_till', tokenOf(mode, 'device', device));
  made.cookies.set('sente_till_shift', tokenOf(mode, 'shift', shift));
  return made;
}
