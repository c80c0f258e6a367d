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
  pictureOf,
  saidIn,
  type LookEngine,
  type LookJob,
} from './engine.ts';

/** How far the picture may leave the photo: enough for another medium, too little for another face. */
const DENOISING = 0.5;

const models = z.array(z.looseObject({ model_name: z.string() }));
const made = z.looseObject({ images: z.array(z.string().min(1)).min(1) });
const progress = z.looseObject({ current_task: z.string().nullish() });

/** What it names our job; it names its own like that. */
const taskOf = ({ id }: LookJob): string => `task(${id})`;

/**
 * The `img2img` of AUTOMATIC1111, Forge and those that follow them. It paints over the photo, so that new
 * clothes would cost the face: for art only. Nothing of the user's settings is changed.
 */
export function sdapiEngine(): LookEngine {
  return {
    ...ABILITIES.sdapi,
    *probe() {
      const answer = yield* ask({ method: 'GET', path: '/sdapi/v1/sd-models' });
      if (answer.status === 404) throw new EngineError('not-ready', 'start it with --api');
      if (!isGood(answer)) throw failureOf(answer);
      const found = models.safeParse(jsonOf(answer)).data;
      if (!found) throw new EngineError('not-ready', 'it isn’t AUTOMATIC1111 or Forge');
      const [first] = found;
      return {
        version: `${String(found.length)} models`,
        missing: first ? [] : ['it has no model'],
        sendsOn: [],
      };
    },
    *make(job) {
      const { text, photo, size, seed } = job;
      const answer = yield* ask({
        method: 'POST',
        path: '/sdapi/v1/img2img',
        ...json({
          init_images: [toBase64(photo)],
          prompt: text.description,
          denoising_strength: DENOISING,
          steps: 25,
          cfg_scale: 6,
          width: size,
          height: size,
          seed,
          batch_size: 1,
          // It would keep the photo and the picture otherwise.
          save_images: false,
          send_images: true,
          force_task_id: taskOf(job),
        }),
        makes: true,
        photoBytes: photo.length,
      });
      if (!isGood(answer)) throw failureOf(answer);
      const [first] = made.safeParse(jsonOf(answer)).data?.images ?? [];
      if (first === undefined) throw new EngineError('not-a-picture', saidIn(answer));
      return pictureOf(first);
    },
    *resume() {
      throw new EngineError('lost-after-sending');
    },
    *cancel(job) {
      const answer = yield* ask({
        method: 'GET',
        path: '/sdapi/v1/progress?skip_current_image=true',
      });
      // An interruption stops whatever is running, so only if that is ours.
      if (progress.safeParse(jsonOf(answer)).data?.current_task === taskOf(job))
        yield* ask({ method: 'POST', path: '/sdapi/v1/interrupt', ...json({}) });
    },
  };
}
