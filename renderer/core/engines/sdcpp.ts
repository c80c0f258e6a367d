import { z } from 'zod';

import { toBase64 } from '../base64.ts';
import { ABILITIES } from './attempts.ts';
import {
  ask,
  EngineError,
  failureOf,
  isGood,
  json,
  jsonOf,
  MEMORY,
  pictureOf,
  poll,
  type Flow,
  type LookEngine,
} from './engine.ts';

const capabilities = z.looseObject({
  model: z
    .union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
    .catch('a model without a name'),
  supported_modes: z.array(z.string()).catch([]),
  features_by_mode: z
    .looseObject({
      img_gen: z.looseObject({ ref_images: z.boolean() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
const accepted = z.looseObject({ id: z.union([z.string().min(1), z.number().transform(String)]) });
const state = z.looseObject({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  queue_position: z.int().positive().optional().catch(undefined),
  result: z
    .looseObject({ images: z.array(z.looseObject({ b64_json: z.string().min(1) })) })
    .nullish()
    .catch(undefined),
  error: z
    .looseObject({ code: z.string().catch(''), message: z.string().catch('') })
    .nullish()
    .catch(undefined),
});

/** The jobs of stable-diffusion.cpp's `sd-server`: they have ids, and those outlive a crash of ours. */
export function sdcppEngine(): LookEngine {
  const follow = (id: string): Flow<Uint8Array> =>
    poll(function* () {
      const path = `/sdcpp/v1/jobs/${encodeURIComponent(id)}`;
      const answer = yield* ask({ method: 'GET', path });
      if (answer.status === 404 || answer.status === 410) throw new EngineError('job-lost');
      const job = state.safeParse(jsonOf(answer)).data;
      if (!isGood(answer) || !job) throw failureOf(answer);
      if (job.status === 'completed') {
        const [first] = job.result?.images ?? [];
        if (!first) throw new EngineError('nothing-made');
        return pictureOf(first.b64_json);
      }
      if (job.status === 'cancelled') throw new EngineError('failed', 'somebody cancelled it');
      if (job.status === 'failed') {
        const said = [job.error?.message, job.error?.code].filter((part) => part).join(', ');
        throw new EngineError(MEMORY.test(said) ? 'memory' : 'failed', said);
      }
      const place = job.status === 'generating' ? 0 : job.queue_position;
      if (place !== undefined) yield { do: 'report', place };
      return undefined;
    });

  return {
    ...ABILITIES.sdcpp,
    *probe() {
      const answer = yield* ask({ method: 'GET', path: '/sdcpp/v1/capabilities' });
      const found = capabilities.safeParse(jsonOf(answer)).data;
      if (!isGood(answer)) throw failureOf(answer);
      if (!found) throw new EngineError('not-ready', 'it isn’t sd-server');
      const edits =
        found.supported_modes.includes('img_gen') &&
        found.features_by_mode?.img_gen?.ref_images === true;
      return {
        version: `sd-server with ${found.model}`,
        missing: edits
          ? []
          : [`its model ${found.model} takes no photo; start it with one that edits`],
        sendsOn: [],
      };
    },
    *make({ text, photo, size, seed }) {
      const answer = yield* ask({
        method: 'POST',
        path: '/sdcpp/v1/img_gen',
        ...json({
          prompt: text.instruction,
          ref_images: [toBase64(photo)],
          width: size,
          height: size,
          seed,
          batch_count: 1,
          // The picture would hold the words.
          embed_image_metadata: false,
          output_format: 'png',
        }),
        makes: true,
        photoBytes: photo.length,
      });
      if (!isGood(answer)) throw failureOf(answer);
      const job = accepted.safeParse(jsonOf(answer)).data;
      if (!job) throw new EngineError('failed', 'it queued nothing');
      yield { do: 'keep', engineJob: job.id };
      return yield* follow(job.id);
    },
    *resume({ engineJob }) {
      // The answer with its name was lost.
      if (engineJob === undefined) throw new EngineError('job-lost');
      return yield* follow(engineJob);
    },
    *cancel({ engineJob }) {
      // One that is being made can't be stopped.
      if (engineJob === undefined) return;
      const path = `/sdcpp/v1/jobs/${encodeURIComponent(engineJob)}/cancel`;
      yield* ask({ method: 'POST', path, ...json({}) });
    },
  };
}
