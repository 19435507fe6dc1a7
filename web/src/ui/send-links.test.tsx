import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../testing/page.tsx';
import { SendLinks } from './send-links.tsx';

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

it('sends a text to a number, however it is written', () => {
  renderPart(<SendLinks phoneNumber="0772 123 456" text="Paid & done" />);
  expect(hrefs()).toEqual([
    'https://wa.me/256772123456?text=Paid%20%26%20done',
    'sms:+256772123456?body=Paid%20%26%20done',
  ]);
  expect(screen.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'target',
    '_blank',
  );
});

it('lets the program ask for the number where none is known', () => {
  renderPart(<SendLinks text="Pay here" prefix="" />);
  expect(hrefs()).toEqual(['https://wa.me/?text=Pay%20here', 'sms:?body=Pay%20here']);
  expect(screen.getByRole('link', { name: 'SMS' })).toBeVisible();
});
