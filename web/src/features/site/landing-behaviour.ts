import { startContactForm } from './contact-behaviour.ts';
import { offerDemo } from './site-offers.ts';

/** Plain listeners for the landing page, for the same reason as in frame-behaviour.ts. */
export function startLanding(): () => void {
  const stops = [startContactForm(), markCurrentSection(), countUp()];
  void offerDemo();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Marks the section in the middle of the window in the navigation. */
function markCurrentSection(): () => void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-section-link]')];
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (!entered) return;
      for (const link of links) {
        if (link.dataset['sectionLink'] === entered.target.id) link.ariaCurrent = 'true';
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-45% 0px -50% 0px' },
  );
  for (const section of document.querySelectorAll('section[id]')) observer.observe(section);
  return () => observer.disconnect();
}

const countMs = 1200;

/** The figures count up when they come into view, unless reduced motion is preferred. */
function countUp(): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      run(target as HTMLElement);
    }
  });
  for (const figure of document.querySelectorAll('[data-count]')) observer.observe(figure);
  return () => observer.disconnect();
}

function run(figure: HTMLElement): void {
  const end = Number(figure.dataset['count']);
  const startedAt = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - startedAt) / countMs);
    const eased = 1 - (1 - part) ** 3;
    figure.textContent = Math.round(end * eased).toLocaleString('en');
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
