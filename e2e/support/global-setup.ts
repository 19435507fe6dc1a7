import { startDemoServer } from './server.ts';

/** Workers inherit the address through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startDemoServer();
  process.env['SENTE_E2E_URL'] = server.url;
  return () => server.stop();
}
