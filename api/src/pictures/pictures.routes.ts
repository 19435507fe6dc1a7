import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { notFound } from '../http/app-error.ts';
import { pictureNamed } from './picture.ts';
import { findPicture } from './kept-pictures.ts';

const year = 31_536_000;

type Named = { Params: { name: string } };

/** Pictures of people and companies, outside the API because an image request has no token. */
export function servePictures(app: FastifyInstance, database: Database): void {
  const answer = async (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const named = pictureNamed(request.params.name);
    const picture = named && (await findPicture(database.unscoped, named.hash));
    if (!picture || picture.content_type !== named.contentType) throw notFound('Picture not found');
    return reply
      .type(picture.content_type)
      .header('cache-control', `public, max-age=${year}, immutable`)
      .send(picture.bytes);
  };
  app.get<Named>('/avatars/:name', answer);
  app.get<Named>('/logos/:name', answer);
}
