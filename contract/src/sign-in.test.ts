import { expect, it } from 'vitest';
import { loginBody } from './auth.ts';
import { signInProblems, type SignInValues } from './sign-in.ts';

const emails = [
  '',
  '   ',
  '\u200b',
  '\u2800',
  'asha',
  'asha@',
  'asha@demo',
  'asha@demo.test',
  '  asha@demo.test\n',
  '\ufeffasha@demo.test',
  'as ha@demo.test',
  'asha@@demo.test',
  'asha@demo..test',
  'a\u0000sha@demo.test',
  'a\u202esha@demo.test',
  'äsha@münchen.test',
  `${'a'.repeat(244)}@demo.test`,
  `${'a'.repeat(245)}@demo.test`,
  ` ${'a'.repeat(244)}@demo.test `,
  'a'.repeat(300),
  '\u200b'.repeat(300),
];
const passwords = [
  '',
  ' ',
  '12345',
  '123456',
  '      ',
  'x'.repeat(100),
  'x'.repeat(101),
  '😀😀',
  '😀😀😀',
];
const pairs = emails.flatMap((email) => passwords.map((password) => ({ email, password })));

/** The first of each field, as a form shows them. */
function problemsOfSchema(values: SignInValues) {
  const found: Record<string, string> = {};
  for (const { path, message } of loginBody.safeParse(values).error?.issues ?? []) {
    found[String(path[0])] ??= message;
  }
  return found;
}

it.each(pairs)('finds in $email and $password what the schema finds', (values) => {
  expect(signInProblems(values)).toEqual(problemsOfSchema(values));
});

it('sends what the schema makes of it', () => {
  const values = { email: ' \ufeffAsha@demo.test\n', password: ' secret ' };
  expect(loginBody.parse(values)).toEqual({ ...values, email: values.email.trim() });
});
