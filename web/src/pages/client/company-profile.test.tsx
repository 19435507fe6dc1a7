import { companies } from '@sente/contract/companies';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import { ownCompanyId } from '../../testing/people.ts';
import { aCompany } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { expectToast } from '../../testing/messages.ts';
import { press, user } from '../../testing/user.ts';

const company = aCompany({
  id: ownCompanyId,
  phone: '+256772555111',
  address: 'Kira Road',
  website: null,
  logoUrl: 'https://elsewhere.test/logo.png',
});
const logo = `/logos/${'a'.repeat(64)}.png`;
const tab = '/client/settings?tab=company';

beforeEach(() => serve(companies.get, ok(company)));

async function openDialog() {
  await renderPage(tab);
  await press('Edit Company');
  return within(await screen.findByRole('dialog', { name: 'Edit Company' }));
}

it('changes phone, address and website, based on the version that was shown', async () => {
  serve(companies.updateProfile, ok(company));
  const dialog = await openDialog();
  expect(dialog.getByLabelText(/Phone Number/)).toHaveValue('+256 772 555111');
  await user.clear(dialog.getByLabelText(/Phone Number/));
  await user.type(dialog.getByLabelText(/Phone Number/), '0701 000222');
  await user.type(dialog.getByLabelText('Website'), 'https://kira.example');
  await press('Save Profile');
  await expectToast('Company profile saved');
  expect(calls(companies.updateProfile)[0]).toMatchObject({
    params: { id: ownCompanyId },
    body: {
      phone: '+256701000222',
      address: 'Kira Road',
      website: 'https://kira.example',
      updatedAt: company.updatedAt,
    },
  });
});

it('marks what is wrong, and stays open with the reason when the server refuses', async () => {
  serve(companies.updateProfile, refused(409, 'Someone else changed this company'));
  const dialog = await openDialog();
  await user.clear(dialog.getByLabelText(/Phone Number/));
  await user.type(dialog.getByLabelText(/Phone Number/), 'abc');
  await press('Save Profile');
  expect(await dialog.findByText('Please enter a valid phone number')).toBeVisible();
  await user.clear(dialog.getByLabelText(/Phone Number/));
  await user.type(dialog.getByLabelText(/Phone Number/), '0701 000222');
  await press('Save Profile');
  expect(await dialog.findByText('Someone else changed this company')).toBeVisible();
});

it('uploads and removes a logo, and loads no picture of another host', async () => {
  await renderPage(tab);
  expect(await screen.findByRole('button', { name: 'Upload Logo' })).toBeVisible();
  expect(document.querySelector('main img, section img')).toBeNull();
  serve(companies.uploadLogo, ok({ ...company, logo }));
  serve(companies.get, ok({ ...company, logo }));
  const file = new File(['x'], 'logo.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Logo file'), file);
  await expectToast('Logo saved');
  expect(await screen.findByRole('button', { name: 'Change Logo' })).toBeVisible();
  await waitFor(() => expect(document.querySelector('section img')).toHaveAttribute('src', logo));

  serve(companies.removeLogo, refused(503, 'Closed today'));
  await press('Remove Logo');
  await press('Remove');
  expect(await screen.findByText('Closed today')).toBeVisible();
  serve(companies.removeLogo, ok(company));
  serve(companies.get, ok(company));
  await press('Remove');
  await expectToast('Logo removed');
  expect(await screen.findByRole('button', { name: 'Upload Logo' })).toBeVisible();
});

it('refuses a file that is too large before it is sent', async () => {
  await renderPage(tab);
  await screen.findByRole('button', { name: 'Upload Logo' });
  const file = new File([new Uint8Array(512 * 1024 + 1)], 'logo.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Logo file'), file);
  await expectToast('The file must be at most 512 KB');
  expect(calls(companies.uploadLogo)).toEqual([]);
});

it('staff upload it beside the form of the company', async () => {
  serve(companies.uploadLogo, ok({ ...company, logo }));
  await renderPage(`/companies/edit/${ownCompanyId}`);
  const file = new File(['x'], 'logo.png', { type: 'image/png' });
  await user.upload(await screen.findByLabelText('Logo file'), file);
  await expectToast('Logo saved');
  expect(calls(companies.uploadLogo)[0]?.params).toEqual({ id: ownCompanyId });
});
