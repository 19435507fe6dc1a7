import { Navigate } from 'react-router';
import { paths } from '../lib/paths.ts';

/** Any address that is not a page of ours. */
export default function Elsewhere() {
  return <Navigate to={paths.landing()} replace />;
}
