import { startMailServer } from './mail.ts';
import { causeNews } from './news.ts';
import { startDemoServer } from './server.ts';

/** Workers read the addresses of both, and what happened before the first test, from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const mails = await startMailServer();
  const server = await startDemoServer({
    SENTE_SMTP_URL: mails.url,
    SENTE_MAIL_FROM: 'Sente <no-reply@sente.example>',
  });
  process.env['SENTE_E2E_NEWS'] = JSON.stringify(await causeNews(server.url));
  return async () => {
    await server.stop();
    await mails.stop();
  };
}
