import { enquiries, type OwnEnquiry } from '@sente/contract/enquiries';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press } from '../../testing/user.ts';
import { AskProvider } from './ask-provider.tsx';

const waiting: OwnEnquiry = {
  id: 'e-1',
  askedBy: 'Amina Owner',
  message: 'Payouts up to UGX 80,000,000 a day',
  askedAt: '2026-01-05T10:00:00.000Z',
  answer: null,
};
const answer = { at: '2026-01-06T10:00:00.000Z', text: 'From Monday on.' };
const open = () => renderPart(<AskProvider />, { at: '/client/limits', as: owner });
beforeEach(() => serve(enquiries.listOwn, ok([waiting])));

it('sends what is needed, and shows it with its state', async () => {
  serve(enquiries.listOwn, ok([]));
  open();
  expect(await screen.findByText('Nothing was asked yet.')).toBeVisible();
  await press('Ask the Provider');
  const dialog = await screen.findByRole('dialog');
  await press('Send', dialog);
  expect(await within(dialog).findByText('Message is required')).toBeVisible();
  await fill('What You Need', waiting.message);
  serve(enquiries.ask, ok(waiting));
  serve(enquiries.listOwn, ok([waiting]));
  await press('Send', dialog);
  const row = within(await screen.findByRole('list', { name: 'What was asked' }));
  expect(row.getByText(waiting.message)).toBeVisible();
  expect(row.getByText('Waits for an answer')).toBeVisible();
  expect(calls(enquiries.ask).map(({ body }) => body)).toEqual([{ message: waiting.message }]);
});

it('keeps what was typed when it cannot be sent', async () => {
  open();
  await press('Ask the Provider');
  const dialog = await screen.findByRole('dialog');
  await fill('What You Need', 'More');
  serve(enquiries.ask, refused(429, 'Too many messages. Try again in 10 minutes.'));
  await press('Send', dialog);
  expect(await within(dialog).findByText(/Too many messages/)).toBeVisible();
  expect(within(dialog).getByLabelText(/What You Need/)).toHaveValue('More');
});

it.each([
  ['its text', answer, 'From Monday on.'],
  ['another way', { ...answer, text: null }, 'The provider has answered you in another way.'],
])('shows an answer: %s', async (_, given, text) => {
  serve(enquiries.listOwn, ok([{ ...waiting, answer: given }]));
  open();
  expect(await screen.findByText('Answered')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it('says that it loads, and what failed', async () => {
  serve(enquiries.listOwn, silent);
  const { unmount } = open();
  expect(await screen.findByText('Loading what was asked')).toBeInTheDocument();
  unmount();
  serve(enquiries.listOwn, refused(503, 'Busy', { code: 'unavailable' }));
  open();
  expect(await screen.findByText('Failed to load what was asked')).toBeVisible();
});
