import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  email,
  id,
  idParams,
  optionalText,
  optionalWebAddress,
  requiredText,
  stop,
  stopBody,
} from './fields.ts';
import { money } from './money.ts';
import { phone } from './phone-field.ts';
import { direction, pageMeta, pageQuery, searchText } from './paging.ts';

const phoneNumber = requiredText('Phone number is required', 40);

/** Input of the form; the server applies the same rules. */
export const companyBody = z.strictObject({
  name: requiredText('Company name is required', 200).check(
    z.minLength(2, 'Name must be at least 2 characters'),
  ),
  email: email('Invalid email format'),
  phone: phoneNumber.check(...phone()),
  address: requiredText('Address is required', 500),
  website: optionalWebAddress('Invalid website URL'),
  logoUrl: optionalWebAddress('Invalid logo URL'),
  description: optionalText(2000),
});

export const companyUpdateBody = z.extend(companyBody, {
  /** A stored one that is no phone number is accepted until it is changed. */
  phone: phoneNumber,
  /** The version that the change is based on; a newer one is not overwritten. */
  updatedAt: z.optional(dateTime),
});
export type CompanyUpdateBody = z.output<typeof companyUpdateBody>;

/** What a company says about itself; the rest is the provider's. */
const profileFields = {
  phone: phoneNumber,
  address: companyBody.shape.address,
  website: companyBody.shape.website,
};
export const companyProfileBody = z.strictObject({
  ...profileFields,
  updatedAt: z.optional(dateTime),
});
export type CompanyProfileBody = z.output<typeof companyProfileBody>;

/** For a form that changes it. */
export function changedProfile(before: { readonly phone: string }) {
  return z.strictObject({ ...profileFields, phone: phoneNumber.check(...phone(before.phone)) });
}

/** A PNG, JPEG or WebP file of at most 512 KB. */
export const logoBody = z.strictObject({ logo: z.unknown() });

export type CompanyBody = z.output<typeof companyBody>;
export type CompanyInput = z.input<typeof companyBody>;

/** For a form that changes a company. */
export function changedCompany(before: { readonly phone: string }) {
  return z.extend(companyBody, { phone: phoneNumber.check(...phone(before.phone)) });
}

const companyFields = {
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  website: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  /** The uploaded logo, as a path of this server. Browsers load no picture from elsewhere. */
  logo: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The provider itself, whose people can be given staff roles. */
  isHeadOffice: z.boolean(),
  /** Since when and why new payments are refused; null if they are accepted. */
  suspension: stop,
  createdAt: dateTime,
  updatedAt: dateTime,
};

/** Active while the company has at least one active account. */
const companyStatus = z.enum(['Active', 'Pending']);

export const companyListItem = z.object({
  ...companyFields,
  status: companyStatus,
  /** The last day on which money was asked for or moved, in Kampala; null if never. */
  lastActiveOn: z.nullable(z.string()),
  /** Sum of the company's account balances. */
  balance: money,
});
export type CompanyListItem = z.infer<typeof companyListItem>;

export const companyDetails = z.object({
  ...companyFields,
  /** Same as `name`; the client portal reads this field. */
  companyName: z.string(),
  status: companyStatus,
  /** Since when and why its payouts wait; null if they go out. */
  payoutBrake: z.nullable(
    z.object({
      at: dateTime,
      /** Null if the payouts of all companies are stopped, which may be about others. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

/** What a list is narrowed to; a suspended company is neither of the others. */
export const companyStates = ['active', 'pending', 'suspended'] as const;
export type CompanyState = (typeof companyStates)[number];

export const companySortKeys = [
  'name',
  'email',
  'phone',
  'website',
  'balance',
  'createdAt',
] as const;
export type CompanySortKey = (typeof companySortKeys)[number];

const notFound = 'Company not found';

export const companies = {
  list: endpoint({
    method: 'GET',
    path: '/Company',
    summary: 'List companies; without a page, all of them',
    access: staff('staffRead'),
    query: z.strictObject({
      ...pageQuery,
      /** Case-insensitive in name and email, exact in phone; a number in any way of writing it. */
      search: z.optional(searchText),
      status: z.optional(z.enum(companyStates)),
      sort: z.optional(z.enum(companySortKeys)),
      direction: z.optional(direction),
    }),
    reply: z.array(companyListItem),
    meta: z.object({
      ...pageMeta,
      /** Over all companies that match the search, not only this page. */
      totalBalance: money,
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/Company/{id}',
    summary: 'Get a company',
    access: company('staffRead', 'params.id'),
    params: idParams,
    reply: companyDetails,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Company',
    summary: 'Create a company',
    access: staff('staffCompanies'),
    body: companyBody,
    reply: companyDetails,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Company/{id}',
    summary: 'Update a company',
    access: staff('staffCompanies'),
    params: idParams,
    body: companyUpdateBody,
    reply: companyDetails,
    notFound,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/Company/{id}/profile',
    summary: 'Update the phone, address and website of a company',
    access: company('staffCompanies', 'params.id', 'canManageCompany'),
    params: idParams,
    body: companyProfileBody,
    reply: companyDetails,
    notFound,
  }),
  uploadLogo: endpoint({
    method: 'PUT',
    path: '/Company/{id}/logo',
    summary: 'Upload the logo of a company',
    access: company('staffCompanies', 'params.id', 'canManageCompany'),
    params: idParams,
    body: logoBody,
    bodyType: 'multipart/form-data',
    /** The largest picture plus the frame of the form. */
    bodyLimitBytes: 640 * 1024,
    reply: companyDetails,
    notFound,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/logo',
    summary: 'Remove the uploaded logo of a company',
    access: company('staffCompanies', 'params.id', 'canManageCompany'),
    params: idParams,
    reply: companyDetails,
    notFound,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/Company/{id}/suspend',
    summary: 'Suspend a company: no new payments and accounts; what is under way ends',
    access: staff('staffCompanies'),
    params: idParams,
    body: stopBody,
    reply: companyDetails,
    notFound,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/Company/{id}/resume',
    summary: 'End the suspension of a company',
    access: staff('staffCompanies'),
    params: idParams,
    reply: companyDetails,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/{id}',
    summary: 'Archive a company without money and unfinished payments',
    access: staff('staffCompanies'),
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
