import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Database } from '../service/database.ts';
import {
  listDeliveries,
  readDelivery,
  resendDelivery,
  type Delivery,
} from '../service/webhooks.ts';
import { allow, ownerOf } from './auth.ts';
import { Problem } from './problem.ts';
import {
  deliveriesQuery,
  idPath,
  jsonSchema,
  parse,
  problems,
  ref,
  viewOfDelivery,
} from './schemas.ts';

const byId = {
  params: jsonSchema(idPath),
  response: { 200: ref('Delivery'), ...problems(400, 404) },
};

/** The deliveries of webhooks: seen with each attempt, and sent again. */
export function addDeliveryRoutes(app: FastifyInstance, db: Database): void {
  const deliveryOf = async (request: FastifyRequest): Promise<Delivery> => {
    const { id } = parse(idPath, request.params);
    const delivery = await readDelivery(db, id, ownerOf(request));
    if (!delivery)
      throw new Problem(404, 'delivery-unknown', 'There is no such delivery of this token.');
    return delivery;
  };
  app.get(
    '/v1/webhooks/deliveries',
    {
      ...allow('read'),
      schema: {
        summary: 'Calls of webhooks, the newest first',
        querystring: jsonSchema(deliveriesQuery),
        response: { 200: ref('Deliveries'), ...problems(400) },
      },
    },
    async (request) => {
      const query = parse(deliveriesQuery, request.query);
      const found = await listDeliveries(db, ownerOf(request), query);
      return {
        deliveries: found.map(viewOfDelivery),
        next: found.length === query.limit ? (found.at(-1)?.id ?? null) : null,
      };
    },
  );
  app.get('/v1/webhooks/deliveries/:id', { ...allow('read'), schema: byId }, async (request) =>
    viewOfDelivery(await deliveryOf(request)),
  );
  app.post(
    '/v1/webhooks/deliveries/:id/resend',
    {
      ...allow('write'),
      schema: { ...byId, summary: 'Sends it again, and begins its retries anew' },
    },
    async (request) => {
      await resendDelivery(db, (await deliveryOf(request)).id);
      return viewOfDelivery(await deliveryOf(request));
    },
  );
}
