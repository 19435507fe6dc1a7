import { ButtonLink } from '../../ui/button.tsx';
import { openDemoLink } from './site-links.ts';

/** Shown where there is demo data to look at. */
export function OpenDemoLink() {
  return (
    <ButtonLink
      size="lg"
      to={openDemoLink.to}
      hidden
      data-open-demo
      className="site-signed-out [&[hidden]]:hidden"
    >
      {openDemoLink.label}
    </ButtonLink>
  );
}
