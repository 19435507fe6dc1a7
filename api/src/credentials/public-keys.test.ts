import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { NewApiKey } from '@sente/contract/api-keys';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createSenteClient } from '../../../client/sente-client.ts';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { callSigned, messageHeaders, sendSigned, type SignedRequest } from '../../test/signed.ts';

let test: TestApp;
let admin: TestActor;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  await createAccount(test.owner, admin.companyId ?? '');
});

const pair = () => generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const derOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const create = (publicKey: string) =>
  test.call(admin, 'POST', '/ApiKeys', { name: 'Shop', scopes: ['collect', 'read'], publicKey });

const reading: SignedRequest = { method: 'GET', path: '/v1/Payments/balance' };
const order: SignedRequest = {
  method: 'POST',
  path: '/v1/Payments/collections',
  body: { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' },
};
const send = (channelId: string, privateKey: KeyObject, request: SignedRequest, nonce = 'one') =>
  sendSigned(
    test,
    request,
    messageHeaders({ channelId, secretKey: '' }, request, {
      nonce,
      more: ';alg="ed25519"',
      sign: (base) => sign(null, Buffer.from(base), privateKey),
    }),
  );

it.each([
  ['in PEM', pemOf],
  ['in Base64', (key: KeyObject) => derOf(key).toString('base64')],
  ['as 32 bytes', (key: KeyObject) => derOf(key).subarray(12).toString('base64')],
  ['in Base64 of addresses', (key: KeyObject) => derOf(key).subarray(12).toString('base64url')],
])('a key that the company pasted %s verifies what its private half signed', async (_, write) => {
  const { publicKey, privateKey } = pair();
  const { data } = (await create(write(publicKey))).body as { data: NewApiKey };
  expect(data).toMatchObject({ algorithm: 'ed25519', secretKey: null });
  expect((await send(data.channelId, privateKey, reading)).status).toBe(200);
  expect((await send(data.channelId, privateKey, order)).status).toBe(202);
  const again = await send(data.channelId, privateKey, order);
  expect(again.body.code).toBe('signature_replayed');
});

it('the Node client signs with the private half', async () => {
  const { publicKey, privateKey } = pair();
  const { data } = (await create(pemOf(publicKey))).body as { data: NewApiKey };
  const baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { channelId } = data;
  const client = createSenteClient({ baseUrl, channelId, privateKey: pem(privateKey) });
  const asked = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1' };
  expect(await client.collect(asked)).toMatchObject({ status: 'PENDING' });
  const other = { baseUrl, channelId, privateKey: pem(pair().privateKey) };
  await expect(createSenteClient(other).balance()).rejects.toMatchObject({
    code: 'signature_invalid',
  });
});

it('a private key is refused', async () => {
  const { privateKey } = pair();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const text of [pem, pem.replaceAll(/-----[^-]+-----/g, '')]) {
    const answer = await create(text);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['publicKey']);
  }
});

it('nothing else opens it, with the same answer as for an unknown channel', async () => {
  const { publicKey } = pair();
  const { data } = (await create(pemOf(publicKey))).body as { data: NewApiKey };
  const asHmac = { channelId: data.channelId, secretKey: derOf(publicKey).toString('base64') };
  const answers = [
    await send(data.channelId, pair().privateKey, reading),
    await send('snt_ch_unknown', pair().privateKey, reading),
    await callSigned(test, asHmac, reading),
    await sendSigned(test, reading, messageHeaders(asHmac, reading)),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([401, 'signature_invalid']);
    expect(body.hint).toContain('The server checked:');
  }
});

it('a key with a secret is not opened by a pair', async () => {
  const answer = await test.call(admin, 'POST', '/ApiKeys', { name: 'Shop', scopes: ['read'] });
  const { channelId } = answer.body.data as NewApiKey;
  expect((await send(channelId, pair().privateKey, reading)).body.code).toBe('signature_invalid');
});

it('is rotated to another pair', async () => {
  const [first, second] = [pair(), pair()];
  const { data } = (await create(pemOf(first.publicKey))).body as { data: NewApiKey };
  const rotate = (body: object) => test.call(admin, 'POST', `/ApiKeys/${data.id}/rotate`, body);
  const without = await rotate({ overlap: 'hour' });
  expect(without.body.fields).toEqual({
    publicKey: 'The public key of the new key is required',
  });
  const { channelId } = (await rotate({ overlap: 'hour', publicKey: pemOf(second.publicKey) })).body
    .data as NewApiKey;
  expect((await send(channelId, second.privateKey, reading)).status).toBe(200);
  expect((await send(data.channelId, first.privateKey, reading)).status).toBe(200);
  expect((await send(channelId, first.privateKey, reading)).status).toBe(401);
});
