import { startDemoServer } from './server.ts';

/** Workers find the address in the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startDemoServer();
  return () => server.stop();
}
