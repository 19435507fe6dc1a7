import type { FastifyRequest } from 'fastify';
import type { Origin } from './actor.ts';

export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    requestId: request.id,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  };
}
