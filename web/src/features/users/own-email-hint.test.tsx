import { site } from '@sente/contract/site';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lost, ok } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { OwnEmailHint } from './own-email-hint.tsx';

const offers = { takesEnquiries: false, hasOpenDemo: false };

it.each([
  [true, /We send a link to the new address/],
  [false, /counts at once: this installation sends no mail/],
])('promises a link only where mail is sent: %s', async (sendsMail, text) => {
  serve(site.offers, ok({ ...offers, sendsMail }));
  renderPart(<OwnEmailHint />);
  expect(await screen.findByText(text)).toBeVisible();
});

it('promises nothing while that is unknown', async () => {
  serve(site.offers, lost);
  renderPart(<OwnEmailHint />);
  expect(await screen.findByText('Confirms the change.')).toBeVisible();
  expect(calls(site.offers).length).toBeGreaterThan(0);
});
