import { modeHeader, testKeyPrefix, testModeRule, type Mode } from '@sente/contract/test-mode';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { FileResult } from './file-reply.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The world that answers; known before the caller is. */
    mode: Mode;
  }
}

/** Who enters the test world. */
export interface Visiting {
  readonly companyId: string;
  /** Null for a company's own system. */
  readonly userId: string | null;
}

/**
 * Reads the mode of every call from its header, and marks the answers of test mode. A word that is neither is
 * refused: somebody who means test must not move real money by a typing error.
 */
export function readModes(app: FastifyInstance): void {
  app.decorateRequest('mode', 'live');
  app.addHook('onRequest', async (request) => {
    const asked = request.headers[modeHeader];
    if (asked === 'test') request.mode = asked;
    else if (asked !== undefined && asked !== 'live') {
      throw new AppError('validation_failed', { message: 'Sente-Mode must be live or test' });
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.mode === 'test') reply.header(modeHeader, 'test');
  });
}

/** A signed call is of the mode of its key. Its header may say so too, and must not say otherwise. */
export function takeModeOfKey(request: FastifyRequest, channelId: string): void {
  takeMode(request, modeOfKey(channelId));
}

/** What the caller has been given says it. */
export function takeMode(request: FastifyRequest, mode: Mode): void {
  const asked = request.headers[modeHeader];
  request.mode = mode;
  if (asked !== undefined && asked !== mode) throw new AppError('mode_differs');
}

function modeOfKey(channelId: string): Mode {
  return channelId.startsWith(testKeyPrefix) ? 'test' : 'live';
}

/** Refuses in test mode what does not exist there. */
export function refuseOutsideTable({ mode, routeOptions }: FastifyRequest): void {
  const name = routeOptions.config.endpointName ?? '';
  if (mode === 'test' && testModeRule(name) === 'refused') throw new AppError('not_in_test_mode');
}

/** Whether the test world answers, and not the live one. */
export function isAnsweredInTest({ mode, routeOptions }: FastifyRequest): boolean {
  return mode === 'test' && testModeRule(routeOptions.config.endpointName ?? '') === 'test';
}

/** Whoever finds the file later knows what it is. */
export function markedFile(request: FastifyRequest, file: FileResult): FileResult {
  return isAnsweredInTest(request) ? { ...file, fileName: `TEST-${file.fileName}` } : file;
}

/** In the answers to signed calls, so that a company's system cannot take one world for the other. */
export function modeIn({ mode, routeOptions }: FastifyRequest): { readonly mode?: Mode } {
  // A request that the framework could not read has no route.
  return routeOptions.config?.isSigned ? { mode } : {};
}
