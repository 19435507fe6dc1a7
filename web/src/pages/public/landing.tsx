import { useEffect } from 'react';
import { DashboardPicture } from '../../features/site/dashboard-picture.tsx';
import { Hero } from '../../features/site/hero.tsx';
import { startLanding } from '../../features/site/landing-behaviour.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { About } from './landing-about.tsx';
import { Contact } from './landing-contact.tsx';
import { Services } from './landing-services.tsx';
import { Testimonials } from './landing-testimonials.tsx';

export default function LandingPage() {
  useEffect(startLanding, []);
  return (
    <>
      <Hero
        id="home"
        eyebrow="Company accounts in Ugandan shillings"
        title="Paid by phone. Booked to the shilling."
        text="Sente gives your company its own accounts, collects and pays out over MTN MoMo and Airtel Money, and hands out voucher codes the moment they are paid for."
        actions={
          <>
            {/* A document link: the browser itself finds the section. */}
            <ButtonLink
              variant="primary"
              size="lg"
              to={paths.landingSection('contact')}
              reloadDocument
            >
              Ask for an account
            </ButtonLink>
            <ButtonLink size="lg" to={paths.wallet()}>
              See the wallet
            </ButtonLink>
          </>
        }
        note="For WiFi and internet resellers, shops, schools, and whoever else is paid by phone."
        picture={<DashboardPicture />}
      />
      <About />
      <Services />
      <Testimonials />
      <Contact />
    </>
  );
}
