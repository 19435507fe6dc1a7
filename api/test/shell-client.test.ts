import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createMember } from './actors.ts';
import { cleanEnvironment } from './program.ts';
import { bothWorlds, createTestKey } from './test-mode.ts';

/* The script that calls the payments API with curl. */

const both = bothWorlds();
const script = fileURLToPath(new URL('../../client/sente.sh', import.meta.url));

it('orders with a key and a body, and reads with and without a query', async () => {
  const { channelId, secretKey } = await createTestKey(
    both.live,
    await createMember(both.live.owner),
  );
  const env = cleanEnvironment({
    SENTE_URL: await both.live.app.listen({ host: '127.0.0.1', port: 0 }),
    SENTE_CHANNEL_ID: channelId,
    SENTE_SECRET_KEY: secretKey,
  });
  const sente = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)('sh', [script, ...args], { env });
    return JSON.parse(stdout);
  };
  const order = { phoneNumber: '0770000001', amount: 5_000, reference: 'Order 1' };
  const path = '/api/v1/Payments';
  const accepted = await sente('POST', `${path}/collections`, 'order-1', JSON.stringify(order));
  const { transactionId } = accepted.data;
  expect(accepted).toMatchObject({ success: true, mode: 'test' });
  expect((await sente('GET', `${path}/${transactionId}`)).data).toMatchObject({ transactionId });
  const { data } = await sente('GET', `${path}?reference=Order%201&limit=1`);
  expect(data).toMatchObject([{ transactionId, amount: 5_000 }]);
});
