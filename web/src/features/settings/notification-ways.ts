import type { Chosen, PortalSwitches, SwitchText } from './notification-rows.tsx';

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

/** What is on screen where no mail is sent: mails are off, and what was chosen stays saved. */
export function withoutMail(portal: PortalSwitches, { switches, kinds }: Chosen) {
  const { name } = ways.mail;
  const never = { isNever: true, description: 'This installation sends no mail.' };
  return {
    portal: {
      ...portal,
      ways: portal.ways.map((way) => (way.name === name ? { ...way, ...never } : way)),
    },
    chosen: { switches: { ...switches, [name]: false }, kinds },
  };
}
