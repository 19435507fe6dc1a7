import type { CompanyPermissionName, StaffPermissionName } from './permissions.ts';

/** The switches of the settings pages. Each turns off a way of telling or a group of kinds. */
export const staffSwitches = {
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  marketingEmails: false,
  securityAlerts: true,
  systemUpdates: true,
};
export const companySwitches = {
  emailNotifications: true,
  smsNotifications: false,
  transactionAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  weeklyReports: true,
};
export type Switches = Partial<typeof staffSwitches & typeof companySwitches>;

interface NotificationKind {
  readonly label: string;
  readonly description: string;
  /** Off: the person is not told about this kind. Counts in the portals that have this switch. */
  readonly group?: keyof Switches;
  /** People of the company with one of these; an empty list is everybody, null nobody. */
  readonly company: readonly CompanyPermissionName[] | null;
  /** Staff with one of these; an empty list is everybody, null nobody. */
  readonly staff: readonly StaffPermissionName[] | null;
  /** Unless the person chose otherwise. */
  readonly bell: boolean;
  readonly mail: boolean;
}

const kinds = {
  'payment-received': {
    label: 'Payments received',
    description: 'Money that came in by mobile money, several together',
    group: 'transactionAlerts',
    company: ['canViewTransactions'],
    staff: null,
    bell: true,
    mail: false,
  },
  'payout-waits': {
    label: 'Payouts that wait for you',
    description: 'Payouts and payout rules of your company that you can approve',
    group: 'transactionAlerts',
    company: ['canApprovePayouts'],
    staff: null,
    bell: true,
    mail: true,
  },
  'approval-waits': {
    label: 'Requests that wait for you',
    description: 'What a colleague or a company asked for and you can approve',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'request-decided': {
    label: 'Your requests',
    description: 'What you asked for was approved, rejected, or expired',
    group: 'transactionAlerts',
    company: [],
    staff: [],
    bell: true,
    mail: true,
  },
  'payout-failed': {
    label: 'Payouts that failed',
    description: 'Money that did not reach its phone, several together',
    group: 'transactionAlerts',
    company: ['canViewTransactions'],
    staff: null,
    bell: true,
    mail: true,
  },
  'payment-checked': {
    label: 'Payments being checked',
    description: 'The network said something else than before, and the provider finds out',
    group: 'transactionAlerts',
    company: ['canViewTransactions'],
    staff: null,
    bell: true,
    mail: true,
  },
  'bulk-payout-finished': {
    label: 'Bulk payouts',
    description: 'A bulk payout has finished, or what your systems ordered is not paid',
    group: 'transactionAlerts',
    company: ['canManageAccounts', 'canApprovePayouts'],
    staff: null,
    bell: true,
    mail: true,
  },
  'settlement-ended': {
    label: 'Settlements',
    description: 'Money that the bank paid or returned',
    group: 'transactionAlerts',
    company: ['canViewTransactions'],
    staff: null,
    bell: true,
    mail: true,
  },
  'payouts-stopped': {
    label: 'Payout brake',
    description: 'Payouts were stopped, or go on again',
    company: ['canApprovePayouts', 'canManageAccounts', 'canManageCompany'],
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'low-stock': {
    label: 'Low stock',
    description: 'A product has few vouchers left; the product says how many are few',
    company: ['canManageProducts'],
    staff: null,
    bell: true,
    mail: true,
  },
  'webhook-failing': {
    label: 'Webhook',
    description: "A company's server does not accept the events of payments, or accepts them again",
    group: 'systemUpdates',
    company: ['canManageCompany'],
    staff: ['staffWebhooks'],
    bell: true,
    mail: true,
  },
  'payment-review': {
    label: 'Payments to decide about',
    description: 'Payments whose outcome no rule covers',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'network-trouble': {
    label: 'Networks',
    description: 'A network stopped answering, or answers again',
    group: 'systemUpdates',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'ledger-failed': {
    label: 'Ledger check',
    description: 'The check of the whole ledger found a fault, or finds none any more',
    group: 'systemUpdates',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'float-unexplained': {
    label: 'Float at the networks',
    description:
      'The statement of a network, or the network itself, tells a balance that nothing explains, or that is explained again',
    group: 'systemUpdates',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'watcher-trouble': {
    label: 'Watcher',
    description: 'Unusual payouts are not stopped automatically, or are stopped again',
    group: 'systemUpdates',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'mail-trouble': {
    label: 'Mail',
    description: 'Mails are not delivered, or are delivered again',
    group: 'systemUpdates',
    company: null,
    staff: ['staffRead'],
    bell: true,
    // It would not arrive.
    mail: false,
  },
  'new-enquiry': {
    label: 'Enquiries',
    description: 'Somebody wrote through the public site',
    company: null,
    staff: ['staffRead'],
    bell: true,
    mail: true,
  },
  'new-sign-in': {
    label: 'New sign-in',
    description: 'You signed in with a browser that you had not used before',
    group: 'securityAlerts',
    company: [],
    staff: [],
    bell: true,
    mail: true,
  },
  protection: {
    label: 'Sign-ins of others',
    description:
      'Somebody else reduced how sign-ins are protected, changed the sign-in of a person, made an administrator, or added a bank account; or a till is locked after wrong PINs',
    group: 'securityAlerts',
    company: ['canManageCompany'],
    staff: ['staffGrants', 'staffSettings'],
    bell: true,
    mail: true,
  },
  'weekly-summary': {
    label: 'Weekly summary',
    description: 'What came in and went out last week, on Mondays at 08:00',
    group: 'weeklyReports',
    company: ['canViewTransactions'],
    staff: null,
    bell: true,
    mail: true,
  },
} as const satisfies Record<string, NotificationKind>;

export type NotificationKindName = keyof typeof kinds;
export const notificationKinds: Readonly<Record<NotificationKindName, NotificationKind>> = kinds;
export const notificationKindNames = Object.keys(kinds) as [
  NotificationKindName,
  ...NotificationKindName[],
];

/** What a person chose for one kind. */
export interface KindChoice {
  readonly bell: boolean;
  readonly mail: boolean;
}
export type KindChoices = Partial<Record<NotificationKindName, KindChoice>>;

/**
 * What the person gets of a kind: the own choice, unless a switch of their portal turns it off. A switch
 * that was never saved is on.
 */
export function choiceOf(
  kind: NotificationKindName,
  isStaff: boolean,
  switches: Switches,
  choices: KindChoices,
): KindChoice {
  const { bell, mail } = choices[kind] ?? notificationKinds[kind];
  const isOn = (name: keyof Switches | undefined): boolean =>
    name === undefined || switches[name] !== false;
  const isGroupOn = isOn(groupOf(kind, isStaff));
  return {
    bell: isGroupOn && bell && isOn(isStaff ? 'pushNotifications' : undefined),
    mail: isGroupOn && mail && isOn('emailNotifications'),
  };
}

/** The switch that turns off the kind in a portal; not every portal has one for it. */
export function groupOf(kind: NotificationKindName, isStaff: boolean): keyof Switches | undefined {
  const { group } = notificationKinds[kind];
  return group !== undefined && group in (isStaff ? staffSwitches : companySwitches)
    ? group
    : undefined;
}
