import * as z from 'zod/mini';
import { anyone, ownCompany, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  email,
  id,
  idParams,
  noControlCharactersButLines,
  optionalText,
  personName,
  visibleCharacter,
} from './fields.ts';
import { pageMeta, pageQuery, searchText } from './paging.ts';

const messageRequired = 'Message is required';

/** Several lines that people typed. */
function writtenText(requiredMessage: string, maxLength: number) {
  return z
    .string(requiredMessage)
    .check(
      z.trim(),
      z.maxLength(maxLength, { error: `Must be at most ${maxLength} characters`, abort: true }),
      z.minLength(1, requiredMessage),
      visibleCharacter(requiredMessage),
      noControlCharactersButLines,
    );
}

/** What a visitor of the public site writes. */
export const enquiryBody = z.strictObject({
  name: personName('Name is required', 254),
  email: email('Please enter a valid email address'),
  message: writtenText(messageRequired, 2000),
  /** Hidden from people. Whoever fills it in is a program: it is thanked, and nothing is stored. */
  company: z.optional(z.string().check(z.maxLength(254))),
});
export type EnquiryBody = z.output<typeof enquiryBody>;

/** `undelivered`: the mail with the answer was given up, so somebody has to write again. */
export const enquiryStates = ['new', 'undelivered', 'answered'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const enquiry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** Of who asked in the client portal; null for a visitor of the public site. */
  company: z.nullable(z.object({ id, name: z.string() })),
  receivedAt: dateTime,
  /** Null while it is new. */
  answer: z.nullable(
    z.object({
      at: dateTime,
      by: z.string(),
      note: z.nullable(z.string()),
      /** What was mailed to whoever asked, and is shown to a company in its portal; null if it was answered in another way. */
      text: z.nullable(z.string()),
      /** Why the mail has not arrived; null if it has, or if nothing is known of it. */
      problem: z.nullable(z.string()),
      /** The mail was given up. Until then it is tried again. */
      isUndelivered: z.boolean(),
    }),
  ),
});
export type Enquiry = z.infer<typeof enquiry>;

/** What somebody of a company asks the provider, such as for a higher limit. */
export const askBody = z.strictObject({ message: enquiryBody.shape.message });
export type AskBody = z.output<typeof askBody>;

/** As its people see it. */
export const ownEnquiry = z.object({
  id,
  askedBy: z.string(),
  message: z.string(),
  askedAt: dateTime,
  /** Without text if the provider answered in another way. */
  answer: z.nullable(z.object({ at: dateTime, text: z.nullable(z.string()) })),
});
export type OwnEnquiry = z.infer<typeof ownEnquiry>;

/** In one answer: the newest. */
export const mostOwnEnquiries = 20;

export const answerBody = z.strictObject({ note: optionalText(500) });
export type AnswerBody = z.output<typeof answerBody>;

export const replyBody = z.strictObject({ text: writtenText('Answer is required', 4000) });
export type ReplyBody = z.output<typeof replyBody>;

const notFound = 'Enquiry not found';

export const enquiries = {
  send: endpoint({
    method: 'POST',
    path: '/Enquiries',
    summary: 'Send an enquiry from the public site; 404 where none are taken',
    access: anyone,
    body: enquiryBody,
    bodyLimitBytes: 16 * 1024,
    reply: z.null(),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/Enquiries/own',
    summary: 'Ask the provider something as a company, such as for a higher limit',
    access: ownCompany('canManageCompany'),
    body: askBody,
    bodyLimitBytes: 16 * 1024,
    reply: ownEnquiry,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/Enquiries/own',
    summary: 'What the company asked the provider, and the answers; the newest first',
    access: ownCompany('canManageCompany'),
    reply: z.array(ownEnquiry),
  }),
  list: endpoint({
    method: 'GET',
    path: '/Enquiries',
    summary: 'List enquiries, the newest first; without a page, all of them',
    visitors: 'refused',
    access: staff('staffRead'),
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(z.enum(enquiryStates)),
      /** Case-insensitive in name, email, message, answer and note. */
      search: z.optional(searchText),
    }),
    reply: z.array(enquiry),
    meta: z.object({
      ...pageMeta,
      /** Both of all enquiries, whatever is asked for. */
      newCount: z.number(),
      undeliveredCount: z.number(),
      /** Whether the contact form takes any; false where nobody is named to answer them. */
      areTaken: z.boolean(),
      /** Whether answers can be mailed from here. */
      sendsMail: z.boolean(),
    }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/Enquiries/{id}/answer',
    summary: 'Mark an enquiry as answered, with a note for colleagues',
    access: staff('staffCompanies'),
    params: idParams,
    body: answerBody,
    reply: enquiry,
    notFound,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/Enquiries/{id}/reply',
    summary:
      'Answer an enquiry by mail, which marks it as answered; again if that mail was given up; 409 where no mail can be sent',
    access: staff('staffCompanies'),
    params: idParams,
    body: replyBody,
    reply: enquiry,
    notFound,
  }),
  reopen: endpoint({
    method: 'DELETE',
    path: '/Enquiries/{id}/answer',
    summary: 'Undo that an enquiry was marked as answered; 409 for an answer that was mailed',
    access: staff('staffCompanies'),
    params: idParams,
    reply: enquiry,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Enquiries/{id}',
    summary: 'Delete an enquiry for good',
    access: staff('staffCompanies'),
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
