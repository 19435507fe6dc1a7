import { startDemoServer } from './server.ts';

/** Workers read the URL from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startDemoServer();
  return () => server.stop();
}
