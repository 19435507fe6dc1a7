import type { SwitchText } from './notification-rows.tsx';

/** The ways of telling that both portals name. Sente cannot send the last two, so they stay off. */
export const ways = {
  mail: {
    name: 'emailNotifications',
    label: 'Email Notifications',
    description: 'Emails of what is chosen below. Off: none of them.',
  },
  bell: {
    name: 'pushNotifications',
    label: 'Push Notifications',
    description: 'The bell for what is chosen below. Off: only what waits for somebody.',
  },
  sms: {
    name: 'smsNotifications',
    label: 'SMS Notifications',
    description: 'Sente sends no text messages.',
    isNever: true,
  },
  marketing: {
    name: 'marketingEmails',
    label: 'Marketing Emails',
    description: 'Sente sends no advertising.',
    isNever: true,
  },
} as const satisfies Record<string, SwitchText>;
