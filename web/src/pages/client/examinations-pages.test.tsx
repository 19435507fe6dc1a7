import { examinations } from '@sente/contract/examinations';
import { networks } from '@sente/contract/networks';
import { ownWebhooks } from '@sente/contract/own-webhooks';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keepMode } from '../../lib/mode.ts';
import { ok, refused } from '../../testing/answers.ts';
import { anExamination, anOwnWebhook } from '../../testing/developers.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner, signInAs } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const page = '/client/developers/examinations';
const none = { days: 0, lastPassedAt: null, isExempt: false, isMet: true };
const one = anExamination();
const { checks: _, ...listed } = one;

beforeEach(() => {
  serve(examinations.list, ok([listed]));
  serve(examinations.requirement, ok(none));
  serve(ownWebhooks.list, ok([anOwnWebhook()]));
  // Signing in ends test mode.
  signInAs(owner);
  keepMode('test');
});

it('lists examinations with their results', async () => {
  const failed = { ...listed, id: anOwnWebhook().id, isPassed: false, passed: 11, failed: 2 };
  serve(examinations.list, ok([listed, failed]));
  await renderPage(page);
  expect(await screen.findByRole('row', { name: /0 failed/ })).toHaveTextContent(
    /shop\.example.*1 passed, 0 failed, 1 not seen.*Passed/,
  );
  expect(screen.getByRole('row', { name: /2 failed/ })).toHaveTextContent(
    /11 passed, 2 failed.*Failed/,
  );
  expect(screen.queryByText(/^Live keys need/)).toBeNull();
});

it('says what live keys need, and that the pages are in test mode', async () => {
  keepMode('live');
  serve(examinations.requirement, ok({ ...none, days: 30, isMet: false }));
  serve(networks.list, refused(503, 'Test mode is off on this server'));
  await renderPage(page);
  expect(await screen.findByText('Live keys need a passed examination')).toBeVisible();
  expect(screen.getByText(/examination of the last 30 days/)).toBeVisible();
  await press('Switch to Test Mode');
  expect(calls(networks.list)).toHaveLength(1);
  expect(calls(examinations.list)).toHaveLength(0);
});

it('starts one for a webhook, and shows its report', async () => {
  serve(examinations.start, ok({ ...one, state: 'running', isPassed: null }));
  serve(examinations.get, ok(one));
  const { address } = await renderPage(page);
  await screen.findByRole('row', { name: /shop\.example/ });
  await press('Start Examination');
  const dialog = within(await screen.findByRole('dialog', { name: 'Start an Examination' }));
  await user.click(dialog.getByLabelText('Disturb Orders'));
  await user.click(dialog.getByRole('button', { name: 'Start Examination' }));
  expect(
    await screen.findByText('Nothing failed. What was not seen says how it can be.'),
  ).toBeVisible();
  expect(calls(examinations.start).map(({ body }) => body)).toEqual([
    { webhookId: anOwnWebhook().id, watchesOrders: false },
  ]);
  expect(address()).toContain(`${page}/${one.id}`);
});

it('starts one without a webhook, of a shop that asks for events', async () => {
  serve(examinations.start, ok({ ...one, webhookId: null, url: null }));
  serve(examinations.get, ok({ ...one, webhookId: null, url: null }));
  await renderPage(page);
  await screen.findByRole('row', { name: /shop\.example/ });
  await press('Start Examination');
  const dialog = within(await screen.findByRole('dialog', { name: 'Start an Examination' }));
  await user.selectOptions(dialog.getByLabelText(/Webhook/), 'None: my system asks for events');
  await user.click(dialog.getByRole('button', { name: 'Start Examination' }));
  expect(await screen.findByText('Asks for events, without a webhook')).toBeVisible();
  expect(calls(examinations.start).map(({ body }) => body)).toEqual([
    { webhookId: null, watchesOrders: true },
  ]);
});

it('says that the provider has made an exception', async () => {
  serve(examinations.requirement, ok({ ...none, days: 30, isExempt: true }));
  await renderPage(page);
  expect(await screen.findByText(/has made an exception/)).toBeVisible();
});

it('a report says what was sent, what came back and what to do', async () => {
  const [check] = one.checks;
  const bad = { ...check, outcome: 'failed', cameBack: '200 after 9 ms', toDo: 'Verify it.' };
  serve(
    examinations.get,
    ok({ ...one, isPassed: false, failed: 1, checks: [bad, ...one.checks.slice(1)] }),
  );
  await renderPage(`${page}/${one.id}`);
  const item = (await screen.findByText('A wrong signature is refused')).closest('li');
  expect(item).toHaveTextContent(/Failed.*Sent.*forged.*Came back.*200 after 9 ms.*Verify it\./);
  expect(screen.getByText('Not passed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
});

it('a report has every part, what failed first, and a summary of who examined what when', async () => {
  const [check] = one.checks;
  const failed = { ...check, name: 'cursor', title: 'The cursor is kept', outcome: 'failed' };
  const asked = { ...check, name: 'pages', title: 'All pages are read' };
  const checks = [asked, failed].map((each) => ({ ...each, part: 'events' }));
  serve(examinations.get, ok({ ...one, url: null, webhookId: null, isPassed: false, checks }));
  await renderPage(`${page}/${one.id}`);
  expect(
    await screen.findByRole('heading', { name: 'Examination of questions for events' }),
  ).toBeVisible();
  const titles = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
  expect(titles).toEqual(['The cursor is kept', 'All pages are read']);
  expect(screen.getByText('1 of 2 passed')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Orders' })).toBeNull();
  expect(screen.getByText('Finished').nextElementSibling).toHaveTextContent(/after \d+/);
});

it('a running one says what to do now, and one that is missing says so', async () => {
  const watchesOrdersUntil = '2026-01-31T09:03:00.000Z';
  serve(
    examinations.get,
    ok({ ...one, state: 'running', isPassed: null, finishedAt: null, watchesOrdersUntil }),
  );
  const { unmount } = await renderPage(`${page}/${one.id}`);
  expect(await screen.findByText(/make three orders with a test key/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  unmount();
  serve(examinations.get, refused(404, 'Examination not found'));
  await renderPage(`${page}/${one.id}`);
  expect(await screen.findByText('Examination not found')).toBeVisible();
});

it('needs no webhook', async () => {
  serve(examinations.list, ok([]));
  serve(ownWebhooks.list, ok([]));
  await renderPage(page);
  expect(await screen.findByText('No examinations yet')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Start Examination' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Start an Examination' }));
  expect(dialog.getByLabelText(/Webhook/)).toHaveDisplayValue('None: my system asks for events');
});
