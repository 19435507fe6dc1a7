import { ButtonLink } from '../../ui/button.tsx';
import { openDemoLink } from './site-links.ts';

/** Shown where there is demo data to look at. `to`: the chooser may know what the visitor came for. */
export function OpenDemoLink({ to = openDemoLink.to }: { readonly to?: string }) {
  return (
    <ButtonLink
      size="lg"
      to={to}
      hidden
      data-open-demo
      className="site-signed-out [&[hidden]]:hidden"
    >
      {openDemoLink.label}
    </ButtonLink>
  );
}
