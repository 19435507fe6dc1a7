import { expect, it } from 'vitest';
import { portalOrigin } from './start-mail.ts';

it.each([
  ['the address of the portal', { publicUrl: 'https://pay.example' }, 'https://pay.example'],
  ['the name of this machine, as people open it', {}, 'http://localhost:3000'],
  ['the address that was asked for', { host: '127.0.0.1' }, 'http://127.0.0.1:3000'],
  ['the development server', { webPort: 5173 }, 'http://localhost:5173'],
])('links in mails lead to %s', (_, env, origin) => {
  const own = { publicUrl: null, host: 'localhost', port: 3000, webPort: 3000 };
  expect(portalOrigin({ ...own, ...env }, 'http://127.0.0.1:3000')).toBe(origin);
});
