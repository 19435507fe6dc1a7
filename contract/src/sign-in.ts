import { deceives, deceivesMessage, emailShape, hasVisible } from './fields.ts';

/* The rules of `loginBody` without the schema library, which is a tenth of the page that signs in. */

export interface SignInValues {
  readonly email: string;
  readonly password: string;
}

/** What is wrong with each field, in the words of the schema; a test compares the two. */
export function signInProblems({ email, password }: SignInValues): Partial<SignInValues> {
  const [wrongEmail, wrongPassword] = [emailProblem(email.trim()), passwordProblem(password)];
  return {
    ...(wrongEmail !== null && { email: wrongEmail }),
    ...(wrongPassword !== null && { password: wrongPassword }),
  };
}

function emailProblem(email: string): string | null {
  if (lengthOf(email) > 254) return 'Must be at most 254 characters';
  if (!hasVisible.test(email)) return 'Email is required';
  if (deceives.test(email)) return deceivesMessage;
  return emailShape.test(email) ? null : 'Please enter a valid email address';
}

function passwordProblem(password: string): string | null {
  if (password === '') return 'Password is required';
  const length = lengthOf(password);
  if (length < 6) return 'Password must be at least 6 characters';
  return length > 100 ? 'Password must be less than 100 characters' : null;
}

/** In characters, as the schemas count them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
