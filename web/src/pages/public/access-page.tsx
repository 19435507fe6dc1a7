import { matchPath } from '../../lib/route-match.ts';
import { useLocation } from '../../lib/router.tsx';
import { paths } from '../../lib/paths.ts';
import { ChangePasswordPage } from './change-password.tsx';
import { ConfirmEmailPage } from './confirm-email.tsx';
import { ForgotPasswordPage } from './forgot-password.tsx';
import { SetPasswordPage } from './set-password.tsx';

const pages = [
  [paths.forgotPassword(), ForgotPasswordPage],
  [paths.setPassword(), SetPasswordPage],
  [paths.confirmEmail(), ConfirmEmailPage],
  [paths.changePassword(), ChangePasswordPage],
] as const;

/** The four pages around a password, which are seldom visited, in one file. */
export default function AccessPage() {
  const { pathname } = useLocation();
  const Page = pages.find(([path]) => matchPath(path, pathname))?.[1];
  return Page ? <Page /> : null;
}
