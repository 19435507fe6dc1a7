import { expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { publicDemoNotice } from './public-demo.ts';

const demo = { demo: true };
const noticeOf = (settings: Record<string, string>, facts = demo) =>
  publicDemoNotice(readEnv(settings), facts);

it.each(['0.0.0.0', '::', '192.168.1.7', 'demo.example.ug'])(
  'refuses to serve demo data at %s unless that is wanted',
  (HOST) => {
    expect(() => noticeOf({ HOST })).toThrow(/whose passwords everybody knows.*SENTE_DEMO=public/);
    expect(() => noticeOf({ HOST, SENTE_DEMO: 'on' })).toThrow(`HOST=${HOST}`);
    // The data decides, not the setting: it may be from an earlier start.
    expect(() => noticeOf({ HOST, SENTE_DEMO: 'off' })).toThrow('SENTE_DEMO=public');
    expect(noticeOf({ HOST, SENTE_DEMO: 'public' })).toMatch(/whoever reaches this server can/);
  },
);

it('says nothing about demo data on this machine, and about other data', () => {
  for (const HOST of ['', 'localhost', '127.0.0.1', '::1']) expect(noticeOf({ HOST })).toBeNull();
  expect(noticeOf({ HOST: '0.0.0.0' }, { demo: false })).toBeNull();
  expect(noticeOf({ HOST: '0.0.0.0', SENTE_DEMO: 'public' }, { demo: false })).toBeNull();
});

it('takes "public" as "on"', () => {
  const settings = { DATABASE_URL: 'postgres://localhost/sente', SENTE_DEMO: 'Public' };
  expect(readEnv(settings)).toMatchObject({ demo: true, isDemoPublic: true });
  expect(readEnv({})).toMatchObject({ demo: true, isDemoPublic: false });
  expect(() => readEnv({ SENTE_DEMO: 'maybe' })).toThrow(
    'SENTE_DEMO must be on, off or public, not "maybe".',
  );
});
