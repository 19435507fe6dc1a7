import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFiles } from '../src/docs-site/guides.ts';
import { createMember } from './actors.ts';
import { isInstalled } from './client-drivers.ts';
import { repository } from './documented.ts';
import { freePort } from './free-port.ts';
import { cleanEnvironment } from './program.ts';
import { bothWorlds, createTestKey } from './test-mode.ts';
import { until } from './until.ts';

/* The programs of docs/first-payment.md, run as they are written; only the thousand lines are three here. */

const both = bothWorlds();
const folder = mkdtempSync(join(tmpdir(), 'sente-first-'));
const guide = readFileSync(`${repository}docs/first-payment.md`, 'utf8');
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
const blockWith = (language: string, part: string): string => {
  const block = blocksOf(language).find((text) => text.includes(part));
  if (block === undefined) throw new Error(`The guide has no ${language} with ${part}`);
  return block;
};
const started: ChildProcess[] = [];
let serverUrl: string;
beforeAll(async () => {
  serverUrl = await both.live.app.listen({ host: '127.0.0.1', port: 0 });
  for (const file of clientFiles) cpSync(`${repository}client/${file}`, join(folder, file));
}, 60_000);
afterAll(() => {
  for (const program of started) program.kill();
  rmSync(folder, { recursive: true, force: true });
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function environment(): Promise<NodeJS.ProcessEnv> {
  const key = await createTestKey(both.live, await createMember(both.live.owner));
  return cleanEnvironment({
    SENTE_URL: serverUrl,
    SENTE_CHANNEL_ID: key.channelId,
    SENTE_SECRET_KEY: key.secretKey,
    SENTE_WEBHOOK_SECRET: secret,
  });
}

/** A program with what it has said so far. */
function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const program = spawn(command, [...args], { cwd: folder, env });
  started.push(program);
  const said = { text: '', ended: once(program, 'exit') };
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (part: Buffer) => (said.text += part.toString()));
  }
  return said;
}
const node = process.execPath;
const languages = [
  { name: 'Python', fence: 'python', file: 'py', run: 'python3', serve: ['hook.py'] },
  {
    name: 'PHP',
    fence: 'php',
    file: 'php',
    run: 'php',
    serve: ['-S', '127.0.0.1:4000', 'hook.php'],
  },
  { name: 'Node', fence: 'ts', file: 'mts', run: node, serve: ['hook.mts'] },
] as const;
const fewer = (text: string) => text.replaceAll('1000)', '3)').replace('length: 1000', 'length: 3');

describe.each(languages)('the first payment in $name', ({ name, fence, file, run, serve }) => {
  it.skipIf(!isInstalled(name))(
    'is paid, told, refunded, and followed by many payouts',
    { timeout: 120_000 },
    async () => {
      const [pay = '', hook = '', more = ''] = blocksOf(fence);
      const port = await freePort();
      const onPort = (text: string) => text.replaceAll('4000', String(port));
      writeFileSync(join(folder, `pay.${file}`), pay + fewer(more));
      writeFileSync(join(folder, `hook.${file}`), onPort(hook));
      const env = await environment();
      const heard = start(run, serve.map(onPort), env);
      const place = { SENTE_PLACE: join(folder, `place-${name}`), SENTE_AFTER: '0' };
      const hookUrl = `http://127.0.0.1:${port}/`;
      const forwarded = start(node, ['forward-events.ts', hookUrl], { ...env, ...place });
      const said = start(run, [`pay.${file}`], env);
      await said.ended;
      expect(said.text.trim().split('\n')).toEqual(['SUCCESS', 'SUCCESS', '3 finished']);
      const told = 'payment.succeeded test Order 1';
      await until('the webhook', async () => heard.text.includes(told)).catch(() => {
        throw new Error(`${heard.text}\n${forwarded.text}`);
      });
      const forged = { method: 'POST', body: '{}', headers: { 'webhook-id': 'e' } };
      expect((await fetch(hookUrl, forged)).status).toBe(400);
    },
  );
});

describe('the first payment with curl', () => {
  it(
    'is paid, refunded, asked about, and followed by many payouts',
    { timeout: 120_000 },
    async () => {
      const env = await environment();
      const many = blockWith('sh', 'wages.json').replace('count=1000', 'count=3');
      writeFileSync(join(folder, 'pay.sh'), blockWith('sh', 'STATUS=PENDING') + many);
      const said = start('sh', ['pay.sh'], env);
      await said.ended;
      const lines = said.text.trim().split('\n');
      expect([lines[0], lines.at(-1)]).toEqual(['SUCCESS', 'finished']);
      expect(lines[1]).toContain('"awaitsApproval":false');
      const asked = start('sh', ['-c', blockWith('sh', '/api/v1/Events')], env);
      await asked.ended;
      expect(JSON.parse(asked.text).data[0]).toMatchObject({ sequence: 1, mode: 'test' });
    },
  );

  it('ends with what the server says when its secret is wrong', async () => {
    writeFileSync(join(folder, 'pay.sh'), blockWith('sh', 'STATUS=PENDING'));
    const said = start('sh', ['pay.sh'], { ...(await environment()), SENTE_SECRET_KEY: 'guess' });
    expect((await said.ended)[0]).toBe(1);
    expect(said.text).toContain('"code":"signature_invalid"');
  });

  it('verifies a webhook', () => {
    writeFileSync(join(folder, 'verify.sh'), blockWith('sh', 'hexkey'));
    const at = Math.floor(Date.now() / 1000);
    const check = (time: number, of: string, body: string, key: string) => {
      const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(of).digest('base64');
      const args = ['verify.sh', 'e-1', String(time), `v1,old v1,${signature}`];
      const env = cleanEnvironment({ SENTE_WEBHOOK_SECRET: key });
      const { status, stdout } = spawnSync('sh', args, { cwd: folder, env, input: body });
      return [status, stdout.toString().trim()];
    };
    const signed = (time: number) => `e-1.${time}.{"é":1}`;
    expect(check(at, signed(at), '{"é":1}', secret)).toEqual([0, 'From Sente']);
    expect(check(at, signed(at), '{"é":2}', secret)).toEqual([1, 'Not from Sente']);
    const late = [1, 'Too old, or from the future'];
    expect(check(at - 400, signed(at - 400), '{"é":1}', secret)).toEqual(late);
    expect(check(at, signed(at), '{"é":1}', '')).toEqual([1, 'Set SENTE_WEBHOOK_SECRET']);
  });
});
