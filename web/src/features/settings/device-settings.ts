import { isRecord } from '../../api/api-error.ts';

/* Each user's choices in this browser only. */

export interface NotificationPreferences {
  readonly emailNotifications: boolean;
  readonly smsNotifications: boolean;
  readonly transactionAlerts: boolean;
  readonly securityAlerts: boolean;
  readonly marketingEmails: boolean;
  readonly weeklyReports: boolean;
}

const defaultPreferences: NotificationPreferences = {
  emailNotifications: true,
  smsNotifications: false,
  transactionAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  weeklyReports: true,
};

const preferencesKey = (userId: string) => `sente-notifications-${userId}`;

/** A switch that was never saved or cannot be read has its default. */
export function readPreferences(userId: string): NotificationPreferences {
  const stored = readStored(preferencesKey(userId));
  const known = isRecord(stored) ? stored : {};
  const names = Object.keys(defaultPreferences) as (keyof NotificationPreferences)[];
  const entries = names.map((name) => {
    const value = known[name];
    return [name, typeof value === 'boolean' ? value : defaultPreferences[name]];
  });
  return Object.fromEntries(entries) as NotificationPreferences;
}

/** Throws if the browser cannot store it. */
export function savePreferences(userId: string, chosen: NotificationPreferences): void {
  localStorage.setItem(preferencesKey(userId), JSON.stringify(chosen));
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Storage is disabled or contains something else.
    return null;
  }
}
