import { startFrame } from './features/site/frame-behaviour.ts';
import { startLanding } from './features/site/landing-behaviour.ts';
import { preloadPortal } from './features/site/preload-portal.ts';

/* The whole script of a public page that was rendered at build time. */
startFrame();
startLanding();
preloadPortal();
