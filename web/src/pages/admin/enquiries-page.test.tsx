import { enquiries, type Enquiry } from '@sente/contract/enquiries';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const fresh: Enquiry = {
  id: 'e-1',
  name: 'Grace Nakato',
  email: 'grace@shop.test',
  company: null,
  message: 'An account, please.',
  receivedAt: '2026-01-05T10:00:00.000Z',
  answer: null,
};
const answered: Enquiry = {
  ...fresh,
  id: 'e-2',
  name: 'Paul Ssali',
  answer: {
    at: '2026-01-06T10:00:00.000Z',
    by: 'David Okello',
    note: 'Called back',
    text: null,
    problem: null,
    isUndelivered: false,
  },
};
const paging = { totalCount: 2, totalPages: 1, page: 1, pageSize: 20 };
const meta = { ...paging, newCount: 1, undeliveredCount: 0, areTaken: true, sendsMail: true };
const row = (name: RegExp) => screen.findByRole('row', { name });
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Enquiry' }));

describe('the enquiries', () => {
  it('are listed with who answered, and filtered by the server', async () => {
    serve(enquiries.list, ok([fresh, answered], meta));
    await renderPage('/enquiries');
    expect(await row(/Grace Nakato/)).toHaveTextContent(/grace@shop\.test.*An account.*New/);
    expect(await row(/Paul Ssali/)).toHaveTextContent(/Called back.*Answered.*David Okello/);
    expect(
      screen.getByText('What visitors of the public site and companies wrote: 1 new'),
    ).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Status'), 'New');
    const query = { state: 'new', page: '1', pageSize: '20' };
    await waitFor(() => expect(calls(enquiries.list).at(-1)?.query).toEqual(query));
    expect(address()).toBe('/enquiries?state=new');
  });

  it('have an address each, and a button while nobody has answered', async () => {
    serve(enquiries.list, ok([fresh, answered], meta));
    await renderPage('/enquiries?enquiry=e-2');
    expect((await sheet()).getByText('David Okello')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/enquiries'));
    expect(within(await row(/Paul Ssali/)).queryByRole('button')).not.toBeInTheDocument();
    await user.click(within(await row(/Grace Nakato/)).getByRole('button', { name: 'Answer' }));
    expect((await sheet()).getByText('grace@shop.test')).toBeVisible();
    expect(address()).toBe('/enquiries?enquiry=e-1');
  });

  it('are marked as answered, and the reason stays when that is refused', async () => {
    serve(enquiries.list, ok([fresh], meta));
    serve(enquiries.answer, refused(409, 'This enquiry is answered already.'));
    await renderPage('/enquiries');
    await user.click(await row(/Grace Nakato/));
    const opened = await sheet();
    expect(opened.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:grace@shop\.test\?subject=/),
    );
    await user.type(opened.getByLabelText('Note'), ' Sent the price list ');
    await press('Mark as answered');
    expect(await opened.findByText('This enquiry is answered already.')).toBeVisible();
    serve(enquiries.answer, ok(answered));
    await press('Mark as answered');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [{ params, body } = expect.unreachable()] = calls(enquiries.answer).slice(-1);
    expect(params).toEqual({ id: 'e-1' });
    expect(body).toEqual({ note: 'Sent the price list' });
  });

  it('are not answered again after a mistaken mark, and can be answered at once', async () => {
    serve(enquiries.list, ok([answered], meta));
    serve(enquiries.reopen, () => {
      serve(enquiries.list, ok([{ ...answered, answer: null }], meta));
      return ok({ ...answered, answer: null });
    });
    await renderPage('/enquiries?enquiry=e-2');
    const opened = await sheet();
    await press('Mark as not answered');
    expect(await opened.findByRole('button', { name: 'Send answer' })).toBeVisible();
    expect(opened.queryByText(/answered this meanwhile/)).not.toBeInTheDocument();
    expect(opened.queryByRole('button', { name: 'Mark as not answered' })).toBeNull();
    expect(calls(enquiries.reopen)[0]?.params).toEqual({ id: 'e-2' });
  });

  it('are answered by mail', async () => {
    serve(enquiries.list, ok([fresh], meta));
    serve(enquiries.reply, ok({ ...answered, id: 'e-1' }));
    await renderPage('/enquiries');
    await user.click(await row(/Grace Nakato/));
    const opened = await sheet();
    expect(opened.getByLabelText('Answer')).toHaveFocus();
    await press('Send answer');
    expect(await opened.findByText('Answer is required')).toBeVisible();
    await user.type(opened.getByLabelText('Answer'), 'Gladly. Come on Monday.');
    await press('Send answer');
    expect(await screen.findByText('The answer is on its way to grace@shop.test')).toBeVisible();
    const [{ params, body } = expect.unreachable()] = calls(enquiries.reply);
    expect([params, body]).toEqual([{ id: 'e-1' }, { text: 'Gladly. Come on Monday.' }]);
  });

  it.each([
    ['Answer', '{Escape}'],
    ['Note', null],
  ])('are not closed with a typed %s unasked', async (field, key) => {
    serve(enquiries.list, ok([fresh], meta));
    await renderPage('/enquiries?enquiry=e-1');
    const opened = await sheet();
    await user.type(opened.getByLabelText(field), 'Gladly.');
    const close = () => (key ? user.keyboard(key) : press('Close'));
    const ask = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    await close();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(opened.getByLabelText(field)).toHaveValue('Gladly.');
    await close();
    expect(ask).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(address()).toBe('/enquiries'));
  });

  it('whose answer is refused says at once who answered, and why only once', async () => {
    serve(enquiries.list, ok([fresh], meta));
    serve(enquiries.reply, refused(409, 'This enquiry is answered already.'));
    await renderPage('/enquiries');
    await user.click(await row(/Grace Nakato/));
    const opened = await sheet();
    await user.type(opened.getByLabelText('Answer'), 'Gladly.');
    serve(enquiries.list, ok([{ ...answered, id: 'e-1' }], meta));
    await user.click(opened.getByRole('button', { name: 'Send answer' }));
    expect(await opened.findByText('David Okello answered this meanwhile')).toBeVisible();
    expect(opened.getByLabelText('Answer')).toHaveValue('Gladly.');
    expect(screen.getAllByText('This enquiry is answered already.')).toHaveLength(1);
  });

  it.each([
    ['leaves the list', []],
    ['is answered by a colleague', [{ ...answered, id: 'e-1' }]],
  ])('keep what was typed when the enquiry %s', async (_, after) => {
    serve(enquiries.list, ok([fresh], meta));
    serve(enquiries.reply, refused(409, 'This enquiry is answered already.'));
    const { client } = await renderPage('/enquiries?state=new');
    await user.click(await row(/Grace Nakato/));
    const opened = await sheet();
    await user.type(opened.getByLabelText('Answer'), 'Gladly.');
    serve(enquiries.list, ok(after, meta));
    await act(() => client.refetchQueries());
    const former = { name: /Grace Nakato/, hidden: true };
    await waitFor(() => expect(screen.queryByRole('row', former)).not.toBeInTheDocument());
    expect(opened.getByLabelText('Answer')).toHaveValue('Gladly.');
    if (after.length > 0) {
      expect(opened.getByText('David Okello answered this meanwhile')).toBeVisible();
    }
    await press('Send answer');
    expect(await opened.findByText('This enquiry is answered already.')).toBeVisible();
    expect(opened.getByLabelText('Answer')).toHaveValue('Gladly.');
  });

  it('show what was mailed, and that it has not arrived', async () => {
    const problem = 'The mail server answered 550';
    const mailed = { ...answered.answer!, note: null, text: 'Gladly.', problem };
    serve(enquiries.list, ok([{ ...answered, answer: mailed }], meta));
    await renderPage('/enquiries');
    await user.click(await row(/Paul Ssali.*Gladly.*Answered/));
    const opened = await sheet();
    expect(opened.getByRole('region', { name: 'Answer' })).toHaveTextContent('Gladly.');
    expect(
      opened.getByText(`The mail has not arrived: ${problem}. It is tried again.`),
    ).toBeVisible();
    expect(opened.queryByRole('button', { name: 'Send Again' })).not.toBeInTheDocument();
  });

  it('whose answer was given up wait for somebody, who sends it again', async () => {
    const problem = 'The mail server answered 550';
    const failed = { note: null, text: 'Gladly.', problem, isUndelivered: true };
    const lost = { ...answered, answer: { ...answered.answer!, ...failed } };
    serve(enquiries.list, ok([lost], { ...meta, undeliveredCount: 1 }));
    serve(enquiries.reply, ok(answered));
    await renderPage('/enquiries');
    expect(
      await screen.findByText(
        'What visitors of the public site and companies wrote: 1 new, 1 not delivered',
      ),
    ).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Status'), 'Not delivered');
    await waitFor(() => expect(address()).toBe('/enquiries?state=undelivered'));
    await user.click(await row(/Paul Ssali.*Gladly.*Not delivered/));
    const opened = await sheet();
    expect(opened.getByText(`The mail has not arrived: ${problem}.`)).toBeVisible();
    await user.type(opened.getByRole('textbox', { name: 'Answer' }), ' Come on Monday.');
    await press('Send Again');
    expect(await screen.findByText(/The answer is on its way/)).toBeVisible();
    const [{ params, body } = expect.unreachable()] = calls(enquiries.reply);
    expect([params, body]).toEqual([{ id: 'e-2' }, { text: 'Gladly. Come on Monday.' }]);
  });

  it('without mail are marked as answered, and the address can be copied', async () => {
    serve(enquiries.list, ok([fresh], { ...meta, sendsMail: false }));
    await renderPage('/enquiries');
    await user.click(await row(/Grace Nakato/));
    const opened = await sheet();
    expect(opened.getByText(/This installation has no mail server/)).toBeVisible();
    expect(opened.queryByLabelText('Answer')).not.toBeInTheDocument();
    expect(opened.getByRole('button', { name: 'Copy email' })).toBeVisible();
    expect(opened.getByRole('button', { name: 'Mark as answered' })).toBeVisible();
  });

  it('of a company name it, lead to its limits, and are answered though no mail is sent', async () => {
    const company = { id: '44444444-4444-4444-8444-444444444444', name: 'Gulu Builders' };
    serve(enquiries.list, ok([{ ...fresh, company }], { ...meta, sendsMail: false }));
    await renderPage('/enquiries');
    await user.click(await row(/Grace Nakato.*Of Gulu Builders/));
    const opened = await sheet();
    expect(opened.getByRole('link', { name: 'Limits' })).toHaveAttribute(
      'href',
      `/companies/${company.id}/limits`,
    );
    expect(opened.getByLabelText('Answer')).toBeVisible();
    expect(opened.queryByText(/This installation has no mail server/)).not.toBeInTheDocument();
  });

  it('are deleted after a question', async () => {
    serve(enquiries.list, ok([answered], meta));
    serve(enquiries.remove, ok(null));
    await renderPage('/enquiries');
    await user.click(await row(/Paul Ssali/));
    await user.click((await sheet()).getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Delete the enquiry from Paul Ssali?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls(enquiries.remove)[0]?.params).toEqual({ id: 'e-2' }));
  });

  it('are exported, all that pass the filters', async () => {
    const files = catchDownloads();
    serve(enquiries.list, ok([answered], meta));
    await renderPage('/enquiries?state=answered');
    await row(/Paul Ssali/);
    await press('Export CSV');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(calls(enquiries.list).at(-1)?.query).toEqual({
      state: 'answered',
      page: '1',
      pageSize: '100',
    });
  });

  it.each([
    [true, 'What visitors write in the contact form of the public site comes here.'],
    [
      false,
      'The contact form of the public site takes none until SENTE_CONTACT_EMAIL names who answers.',
    ],
  ])('say that there are none, and where they would come from: %s', async (areTaken, hint) => {
    serve(enquiries.list, ok([], { ...meta, totalCount: 0, newCount: 0, areTaken }));
    await renderPage('/enquiries');
    expect(await screen.findByText('No enquiries yet.')).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
  });

  it('say when they cannot be loaded', async () => {
    serve(enquiries.list, silent);
    await renderPage('/enquiries');
    expect(await screen.findByText('Failed to load enquiries')).toBeVisible();
  });
});
