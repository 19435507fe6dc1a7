import PublicLayout from '../../app/public-layout.tsx';
import LandingPage from './landing.tsx';

export default function HomePage() {
  return (
    <PublicLayout>
      <LandingPage />
    </PublicLayout>
  );
}
