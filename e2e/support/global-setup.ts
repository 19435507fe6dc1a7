import { startMailServer } from './mail.ts';
import { startDemoServer } from './server.ts';

/** Workers read the addresses of both from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const mails = await startMailServer();
  const server = await startDemoServer({
    SENTE_SMTP_URL: mails.url,
    SENTE_MAIL_FROM: 'Sente <no-reply@sente.example>',
  });
  return async () => {
    await server.stop();
    await mails.stop();
  };
}
