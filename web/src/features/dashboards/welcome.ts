const dayText = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Kampala',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

/** "Wednesday, January 7, 2026", in Kampala. */
export function todayText(nowMs: number = Date.now()): string {
  return dayText.format(nowMs);
}

/** Somebody without a name goes by what stands before the @. */
export function firstNameOf({ name, email }: { name: string; email: string }): string {
  return name.trim().split(/\s+/)[0] || (email.split('@')[0] ?? '');
}
