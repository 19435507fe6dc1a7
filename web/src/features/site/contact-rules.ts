export type ContactField = 'name' | 'email' | 'message';

export const nothingSent =
  'Nothing was sent: this form is a demo. Write to the e-mail or call the phone shown here.';

/** The shape that the whole product asks of an address; the contract's own check would bring its library along. */
const emailShape = /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/;

/** What is wrong with a field; null when nothing is. */
export function contactProblem(field: ContactField, typed: string): string | null {
  const text = typed.trim();
  if (field === 'name') return text ? null : 'Name is required';
  if (field === 'message') return text ? null : 'Message is required';
  if (!text) return 'Email is required';
  return emailShape.test(text) ? null : 'Please enter a valid email address';
}
